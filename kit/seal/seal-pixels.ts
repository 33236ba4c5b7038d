import type { SealDrawing } from './seal.ts'

type Point = readonly [x: number, y: number]

const samples = 3

const polygonsOf = (path: string): Point[][] =>
  path
    .split('M')
    .slice(1)
    .map((part) =>
      part
        .replace('Z', '')
        .split('L')
        .map((point) => {
          const [x = 0, y = 0] = point.split(' ').map(Number)
          return [x, y] as const
        }),
    )

/** @param unit the side of a sample, in drawing units */
function fill(grid: Uint8Array, side: number, unit: number, polygon: readonly Point[], layer: number): void {
  const heights = polygon.map(([, y]) => y / unit)
  const bottom = Math.min(side - 1, Math.ceil(Math.max(...heights)))
  for (let row = Math.max(0, Math.floor(Math.min(...heights))); row <= bottom; row++) {
    const y = (row + 0.5) * unit
    const crossings: number[] = []
    let before = polygon.at(-1)
    for (const here of polygon) {
      if (before && here[1] > y !== before[1] > y)
        crossings.push(((before[0] - here[0]) * (y - here[1])) / (before[1] - here[1]) + here[0])
      before = here
    }
    crossings.sort((one, other) => one - other)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = [crossings[at], crossings[at + 1]]
      grid.fill(layer, row * side + Math.ceil(from / unit - 0.5), row * side + Math.ceil(to / unit - 0.5))
    }
  }
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

export function sealPixels({ ground, ink, accent, petals, heart }: SealDrawing, size: number): Uint8Array {
  const side = size * samples
  const unit = 100 / side
  const grid = new Uint8Array(side * side)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (Math.hypot((x + 0.5) * unit - 50, (y + 0.5) * unit - 50) <= 50) grid[y * side + x] = 1
  for (const polygon of polygonsOf(petals)) fill(grid, side, unit, polygon, 2)
  for (const polygon of polygonsOf(heart)) fill(grid, side, unit, polygon, 3)
  const colours = [ground, ink, accent].map(channels)
  const pixels = new Uint8Array(size * size * 4)
  const counts = [0, 0, 0, 0]
  for (let pixel = 0; pixel < size * size; pixel++) {
    counts.fill(0)
    const corner = Math.floor(pixel / size) * samples * side + (pixel % size) * samples
    for (let sample = 0; sample < samples ** 2; sample++) {
      const layer = grid[corner + Math.floor(sample / samples) * side + (sample % samples)] ?? 0
      counts[layer] = (counts[layer] ?? 0) + 1
    }
    const covered = samples ** 2 - (counts[0] ?? 0)
    if (covered === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0
      for (let layer = 0; layer < 3; layer++) sum += (counts[layer + 1] ?? 0) * (colours[layer]?.[channel] ?? 0)
      pixels[pixel * 4 + channel] = Math.round(sum / covered)
    }
    pixels[pixel * 4 + 3] = Math.round((255 * covered) / samples ** 2)
  }
  return pixels
}
