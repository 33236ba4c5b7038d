/** FNV-1a: deterministic on every device. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return hash >>> 0
}

/** [outer, inner] pairs with a curve that closes after a few turns. */
const wheels = [
  [7, 3],
  [8, 3],
  [9, 4],
  [9, 2],
  [10, 3],
  [11, 4],
  [11, 3],
  [12, 5],
  [13, 5],
  [13, 4],
  [14, 5],
  [15, 4],
] as const
const pointsPerTurn = 72

/** A hypotrochoid, as on banknotes, derived from the text. @returns an SVG path inside a square of `size`. */
export function guillochePath(text: string, size = 100): string {
  const hash = hashOf(text)
  const [outer, inner] = wheels[hash % wheels.length] ?? wheels[0]
  const arm = inner * (0.75 + ((hash >>> 8) % 100) / 90)
  const zoom = (size * 0.46) / (outer - inner + arm)
  const turns = inner
  const points = pointsPerTurn * turns
  let path = ''
  for (let i = 0; i <= points; i++) {
    const angle = (i / points) * Math.PI * 2 * turns
    const second = ((outer - inner) / inner) * angle
    const x = (outer - inner) * Math.cos(angle) + arm * Math.cos(second)
    const y = (outer - inner) * Math.sin(angle) - arm * Math.sin(second)
    path += `${i ? 'L' : 'M'}${(size / 2 + x * zoom).toFixed(1)} ${(size / 2 + y * zoom).toFixed(1)}`
  }
  return path
}
