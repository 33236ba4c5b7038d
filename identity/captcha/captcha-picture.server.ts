import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { picture } from './captcha.ts'
import { newRaster, pngOf, type Raster } from './png.server.ts'

type Colour = readonly [red: number, green: number, blue: number]

const grounds: readonly (readonly [Colour, Colour])[] = [
  [
    [11, 42, 91],
    [6, 103, 78],
  ],
  [
    [38, 70, 130],
    [196, 148, 74],
  ],
  [
    [20, 92, 96],
    [150, 196, 160],
  ],
  [
    [72, 60, 128],
    [58, 150, 150],
  ],
]
const shapes = 34

function mix({ width, height, pixels }: Raster, x: number, y: number, colour: Colour, share: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  const at = (y * width + x) * 4
  for (let channel = 0; channel < 3; channel++) {
    const before = pixels[at + channel] ?? 0
    pixels[at + channel] = Math.round(before + ((colour[channel] ?? 0) - before) * share)
  }
}

function paintGround(raster: Raster, dice: Dice): void {
  const [from, to] = dice.pick(grounds)
  const lean = 0.3 + dice.below(60) / 100
  for (let y = 0; y < raster.height; y++)
    for (let x = 0; x < raster.width; x++) {
      const at = (y * raster.width + x) * 4
      const share = Math.min(1, (x / raster.width) * lean + (y / raster.height) * (1 - lean))
      const grain = dice.below(15) - 7
      for (let channel = 0; channel < 3; channel++) {
        const [first = 0, last = 0] = [from[channel], to[channel]]
        raster.pixels[at + channel] = Math.max(0, Math.min(255, Math.round(first + (last - first) * share) + grain))
      }
      raster.pixels[at + 3] = 255
    }
}

function paintShape(raster: Raster, dice: Dice): void {
  const colour: Colour = [dice.below(256), dice.below(256), dice.below(256)]
  const share = 0.12 + dice.below(28) / 100
  const [cx, cy, size] = [dice.below(raster.width), dice.below(raster.height), 8 + dice.below(26)]
  const kind = dice.below(3)
  for (let y = cy - size; y <= cy + size; y++)
    for (let x = cx - size; x <= cx + size; x++) {
      const far = Math.hypot(x - cx, y - cy)
      const inside =
        kind === 0 ? far <= size : kind === 1 ? far <= size && far > size * 0.7 : Math.abs(y - cy) < size / 4
      if (inside) mix(raster, x, y, colour, share)
    }
}

const knob = 7
export function inPiece(x: number, y: number): boolean {
  const { piece } = picture
  const [body, end] = [knob, piece - knob]
  const middle = piece / 2
  const isKnob = Math.hypot(x - middle, y - body) < knob || Math.hypot(x - end, y - middle) < knob
  const isNotch = Math.hypot(x, y - middle) < knob + 1
  return ((x >= 0 && x < end && y >= body && y < piece) || isKnob) && !isNotch
}

const isRim = (x: number, y: number): boolean =>
  !inPiece(x - 1, y) || !inPiece(x + 1, y) || !inPiece(x, y - 1) || !inPiece(x, y + 1)

const [shadow, light]: [Colour, Colour] = [
  [0, 0, 0],
  [255, 255, 255],
]

function cut(raster: Raster, left: number, top: number, darkness: number): Raster {
  const piece = newRaster(picture.piece, picture.piece)
  for (let y = 0; y < picture.piece; y++)
    for (let x = 0; x < picture.piece; x++) {
      if (!inPiece(x, y)) continue
      const from = ((top + y) * raster.width + left + x) * 4
      const to = (y * picture.piece + x) * 4
      piece.pixels.set(raster.pixels.subarray(from, from + 4), to)
      if (isRim(x, y)) mix(piece, x, y, light, 0.75)
      mix(raster, left + x, top + y, shadow, darkness)
      if (isRim(x, y)) mix(raster, left + x, top + y, light, 0.25)
    }
  return piece
}

export async function drawPuzzle({
  x,
  y,
}: {
  readonly x: number
  readonly y: number
}): Promise<{ image: string; piece: string }> {
  const dice = seededDice(randomBelow(2 ** 32))
  const raster = newRaster(picture.width, picture.height)
  paintGround(raster, dice)
  for (let each = 0; each < shapes; each++) paintShape(raster, dice)
  const piece = cut(raster, x, y, 0.42 + dice.below(14) / 100)
  const [image, cutOut] = await Promise.all([pngOf(raster), pngOf(piece)])
  return { image: dataOf(image), piece: dataOf(cutOut) }
}

const dataOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`
