import { expect, it } from 'vitest'
import { seededDice } from '../text/random.ts'
import { drawSeal, type SealDrawing, sealOf } from './seal.ts'
import { sealPixels } from './seal-pixels.ts'

const size = 36
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Linear light of a channel of 0 to 255 (WCAG 2). */
const light = (value: number): number => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const contrast = (one: string, other: string): number => {
  const [least = 0, most = 0] = [one, other].map((each) => luminance(channels(each))).toSorted((a, b) => a - b)
  return (most + 0.05) / (least + 0.05)
}

const lights = Array.from({ length: 256 }, (_, value) => light(value))
/** Lightness from 0 to 1, as for a viewer without color vision. */
function greyOf(drawing: SealDrawing): Float32Array {
  const flat = sealPixels(drawing, size)
  const lit = (at: number): number => lights[flat[at] ?? 0] ?? 0
  return Float32Array.from(
    { length: size * size },
    (_, at) => (0.2126 * lit(at * 4) + 0.7152 * lit(at * 4 + 1) + 0.0722 * lit(at * 4 + 2)) ** (1 / 2.4),
  )
}
const seenInGrey = (one: Float32Array, other: Float32Array): number => {
  let seen = 0
  for (let at = 0; at < one.length; at++) if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= 0.25) seen++
  return seen
}
const seenInColour = (one: SealDrawing, other: SealDrawing): number => {
  const [from, to] = [sealPixels(one, size), sealPixels(other, size)]
  const away = (at: number): number => (from[at] ?? 0) - (to[at] ?? 0)
  let seen = 0
  for (let at = 0; at < from.length; at += 4) if (Math.hypot(away(at), away(at + 1), away(at + 2)) >= 40) seen++
  return seen
}

const dice = seededDice(28)

const flip = (one: number, other: number, bit: number): SealDrawing =>
  bit < 32 ? drawSeal(one ^ (1 << bit), other) : drawSeal(one, other ^ (1 << (bit - 32)))
const isOfColour = (bit: number): boolean => bit >= 58 && bit < 63

it('shows each of its 64 bits: 59 without any colour, 5 by colour', () => {
  const least = { form: Number.POSITIVE_INFINITY, colour: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 6; round++) {
    const [one, other] = [dice.below(2 ** 32), dice.below(2 ** 32)]
    const base = drawSeal(one, other)
    const grey = greyOf(base)
    for (let bit = 0; bit < 64; bit++) {
      const flipped = flip(one, other, bit)
      if (isOfColour(bit)) least.colour = Math.min(least.colour, seenInColour(base, flipped))
      else least.form = Math.min(least.form, seenInGrey(grey, greyOf(flipped)))
    }
  }
  expect(least).toEqual({ form: 3, colour: 116 })
})

it('gives 2,000 wallet IDs that differ in one character seals that differ in a tenth of what is seen, without any colour', () => {
  const id = [...'7F3K91ACD2']
  let least = Number.POSITIVE_INFINITY
  let before = greyOf(sealOf(id.join('')))
  for (let pair = 0; pair < 2_000; pair++) {
    const place = dice.below(10)
    id[place] = dice.pick([...letters].filter((letter) => letter !== id[place]))
    const after = greyOf(sealOf(id.join('')))
    least = Math.min(least, seenInGrey(before, after))
    before = after
  }
  expect(least).toBeGreaterThan((Math.PI / 40) * size ** 2)
})

it('lets no two of 300 wallets that follow one another look alike', () => {
  const greys = Array.from({ length: 300 }, (_, number) => greyOf(sealOf(`7F3K91A${String(number).padStart(3, '0')}`)))
  let least = Number.POSITIVE_INFINITY
  for (const [at, one] of greys.entries())
    for (const other of greys.slice(at + 1)) least = Math.min(least, seenInGrey(one, other))
  expect(least).toBeGreaterThan((Math.PI / 40) * size ** 2)
})

it('stands out from its own ground in every colour', () => {
  for (let colours = 0; colours < 64; colours++) {
    const { ground, ink, accent } = drawSeal(0, (colours << 26) >>> 0)
    expect(contrast(ground, ink), ground).toBeGreaterThan(4.5)
    expect(contrast(ground, accent), `${ground} ${accent}`).toBeGreaterThan(4.5)
  }
})

it('is the same on every device', () => {
  const { ground, ink, accent, petals, heart } = sealOf('7F3K91ACD2')
  expect([ground, ink, accent]).toEqual(['#065a60', '#c4eff2', '#ffb3b6'])
  expect([petals, heart].map((path) => [path.split('M').length - 1, path.slice(0, 20)])).toEqual([
    [10, 'M51.8 13.3L54.5 13.6'],
    [11, 'M52.0 21.1L55.1 21.5'],
  ])
})
