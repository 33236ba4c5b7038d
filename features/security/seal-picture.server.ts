import { newRaster, pngOf } from '#identity/png.server.ts'
import { sealPath } from '#kit/seal.ts'

const size = 128
const [red, green, blue] = [0, 98, 63]
/** Half the width of a line, and how soft its rim is, in pixels. */
const [half, rim] = [0.7, 0.9]
const step = 0.35

/** The seal of a wallet as a PNG: most mail programs draw no SVG. */
export async function sealPng(walletId: string): Promise<Buffer> {
  const raster = newRaster(size, size)
  const dot = (x: number, y: number) => {
    for (let py = Math.floor(y - 2); py <= y + 2; py++)
      for (let px = Math.floor(x - 2); px <= x + 2; px++) {
        if (px < 0 || py < 0 || px >= size || py >= size) continue
        const far = Math.hypot(px + 0.5 - x, py + 0.5 - y)
        const alpha = Math.round(255 * Math.min(1, Math.max(0, (half + rim - far) / rim)))
        const at = (py * size + px) * 4
        if (alpha > (raster.pixels[at + 3] ?? 0)) raster.pixels.set([red, green, blue, alpha], at)
      }
  }
  const points = [...sealPath(walletId, size).matchAll(/[ML](\S+) (\S+?)(?=[ML]|$)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  points.forEach(([x = 0, y = 0], place) => {
    const [fromX = x, fromY = y] = points[Math.max(0, place - 1)] ?? []
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / step))
    for (let each = 1; each <= steps; each++)
      dot(fromX + ((x - fromX) * each) / steps, fromY + ((y - fromY) * each) / steps)
  })
  return pngOf(raster)
}
