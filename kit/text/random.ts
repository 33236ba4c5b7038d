import { toBase64url } from './base64url.ts'

export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

export const randomText = (length: number): string => toBase64url(randomBytes(length))

export function randomUuid(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const randomHex = (length: number): string =>
  [...randomBytes(length)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Uniform and cryptographically random, from 0 to `below` - 1. `below` at most 2³². */
export function randomBelow(below: number): number {
  // Rejection sampling: redraw from the incomplete last range to avoid bias.
  const fair = 2 ** 32 - (2 ** 32 % below)
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (drawn < fair) return drawn % below
  }
}

/** Random numbers determined by a seed. For simulations, never for secrets. */
export type Dice = {
  below(below: number): number
  chance(chance: number): boolean
  pick<T>(list: readonly T[]): T
}

export function seededDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (chance) => next() < chance,
    pick: (list) => {
      const item = list[below(list.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}
