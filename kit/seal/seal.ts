/** A seal in a 100 × 100 square: a disc of `ground` with two SVG paths, determined only by the ID. */
export type SealDrawing = {
  readonly ground: string
  readonly ink: string
  readonly accent: string
  readonly petals: string
  readonly heart: string
}

/** Two seeds give two independent 32-bit hashes; one changed letter changes about half of the bits. */
function mixed(text: string, seed: number): number {
  let bits = seed
  for (const letter of text) {
    bits = Math.imul(bits ^ letter.charCodeAt(0), 0x5bd1e995)
    bits ^= bits >>> 13
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

const [deep, pale, bright] = [
  '7a1f2b 7a3b06 565006 14592f 065a60 134d8a 4a3a9c 7b2170',
  'ffdfe0 ffe2c7 f3ecb4 cdf2d6 c4eff2 d5e6ff e4dfff fbdcf6',
  'ffb3b6 ffbf7d e8da55 7fe39b 62dfe6 abd0ff cfc3ff fab8f0',
].map((colours) => colours.split(' '))
const colourOf = (colours: readonly string[] | undefined, hue: number): string => `#${colours?.[hue % 8]}`

function sector(inner: number, outer: number, place: number, count: number, gap: number): string {
  const turn = (2 * Math.PI) / count
  const [from, to] = [turn * place + gap, turn * (place + 1) - gap]
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const at = (radius: number) => (step: number) => {
    const angle = from + (to - from) * step
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`
  }
  return `M${[...steps.map(at(outer)), ...steps.toReversed().map(at(inner))].join('L')}Z`
}

/** Draws all 64 bits visibly: 59 in the form, 5 in the colors. */
export function drawSeal(one: number, other: number): SealDrawing {
  let petals = ''
  let heart = ''
  for (let place = 0; place < 16; place++) {
    const length = (one >>> (2 * place)) & 3
    if (length) petals += sector(31, 31 + length * 5.7, place, 16, 0.05)
  }
  for (let place = 0; place < 11; place++) {
    const length = (other >>> (2 * place)) & 3
    if (length) heart += sector(29 - length * 4.9, 29, place, 11, 0.07)
  }
  for (let quarter = 0; quarter < 4; quarter++)
    if ((other >>> (22 + quarter)) & 1) heart += sector(0, 12.4, quarter, 4, 0)
  const hue = (other >>> 26) & 7
  const second = hue + 2 * ((other >>> 29) & 3)
  return other >>> 31
    ? { petals, heart, ground: colourOf(pale, hue), ink: colourOf(deep, hue), accent: colourOf(deep, second) }
    : { petals, heart, ground: colourOf(deep, hue), ink: colourOf(pale, hue), accent: colourOf(bright, second) }
}

export const sealOf = (walletId: string): SealDrawing => drawSeal(mixed(walletId, 1), mixed(walletId, 2))
