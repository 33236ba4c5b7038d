/** FNV-1a: the same number for the same text, on every device. */
function hashOf(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return hash >>> 0
}

const divisorOf = (a: number, b: number): number => (b ? divisorOf(b, a % b) : a)

/**
 * The guilloche of a text: a hypotrochoid, the line work of banknotes, whose two wheels come from the text's hash.
 * @returns an SVG path inside a square of `size`.
 */
export function sealPath(text: string, size = 100): string {
  const hash = hashOf(text)
  const outer = 5 + (hash % 7)
  const inner = 1 + ((hash >> 4) % 4)
  const arm = (0.55 + ((hash >> 8) % 40) / 100) * inner * 1.6
  const zoom = (size * 0.46) / (outer - inner + arm)
  const turns = inner / divisorOf(outer, inner)
  const points = 90 * turns
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
