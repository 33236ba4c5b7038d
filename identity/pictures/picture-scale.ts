import type { PictureShape } from './picture-terms.ts'

/** RGBA, one byte per channel, row by row. */
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

const startOf = (part: number, parts: number, length: number): number => Math.floor((part * length) / parts)

/** Mean color weighted by alpha. @returns red, green, blue, alpha; 0 to 255 */
function meanOf({ data, width }: Pixels, field: { left: number; top: number; right: number; bottom: number }) {
  let [red, green, blue, cover] = [0, 0, 0, 0]
  for (let y = field.top; y < field.bottom; y++)
    for (let x = field.left; x < field.right; x++) {
      const place = (y * width + x) * 4
      const weight = data[place + 3] ?? 0
      red += (data[place] ?? 0) * weight
      green += (data[place + 1] ?? 0) * weight
      blue += (data[place + 2] ?? 0) * weight
      cover += weight
    }
  const pixels = (field.right - field.left) * (field.bottom - field.top)
  return cover === 0 ? [0, 0, 0, 0] : [red / cover, green / cover, blue / cover, cover / pixels]
}

/** Scales down to sides of at most `edge` pixels, optionally the central square. Never scales up. */
export function scaled(pixels: Pixels, { edge, square }: PictureShape): Pixels {
  const side = Math.min(pixels.width, pixels.height)
  const [across, down] = square ? [side, side] : [pixels.width, pixels.height]
  const share = Math.min(1, edge / Math.max(across, down))
  const [width, height] = [Math.max(1, Math.round(across * share)), Math.max(1, Math.round(down * share))]
  const [left, top] = [Math.floor((pixels.width - across) / 2), Math.floor((pixels.height - down) / 2)]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const field = {
        left: left + startOf(x, width, across),
        right: left + startOf(x + 1, width, across),
        top: top + startOf(y, height, down),
        bottom: top + startOf(y + 1, height, down),
      }
      data.set(meanOf(pixels, field), (y * width + x) * 4)
    }
  return { data, width, height }
}
