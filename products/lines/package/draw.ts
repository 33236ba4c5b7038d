import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { divide, rateOf, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import type { Day } from '#kit/time/clock.ts'

/** Rolls out of 1,000 (PRODUCT.md 6). */
export const prizes = [
  { share: '0.001', rolls: 575 },
  { share: '0.005', rolls: 245 },
  { share: '0.01', rolls: 120 },
  { share: '0.025', rolls: 40 },
  { share: '0.05', rolls: 20 },
] as const
const rollsInAll = 1_000

export const chances = prizes.map(({ share, rolls }) => ({
  share,
  chance: showUnits(divide(BigInt(rolls) * unitsPerOne, BigInt(rollsInAll), 'down')),
}))

export function meanShare(): { numerator: bigint; denominator: bigint } {
  const denominator = 1_000n
  const numerator = prizes.reduce((sum, { share, rolls }) => {
    const rate = rateOf(share)
    return sum + (BigInt(rolls) * rate.numerator * denominator) / rate.denominator
  }, 0n)
  return { numerator, denominator: denominator * BigInt(rollsInAll) }
}

export const hashOfSeed = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)))

/**
 * Derived from a daily seed whose hash is published the day before, so the company cannot choose the seed. It stays secret until the draw,
 * so the holder cannot choose against it. @param daySeed 32 bytes, hexadecimal.
 */
export const walletSeed = (daySeed: string, day: Day, walletId: string): string =>
  bytesToHex(hmac(sha256, hexToBytes(daySeed), utf8ToBytes(`draw:${day}:${walletId}`)))

export type DrawSeeds = { readonly day: Day; readonly seed: string; readonly holderSeed: string }

/**
 * 0 to 999, from both seeds, so that neither side can choose it. First 8 bytes of the hash modulo 1,000; the bias is below one part in
 * 10¹⁶.
 */
export function rollOf({ day, seed, holderSeed }: DrawSeeds): number {
  const hash = hmac(sha256, hexToBytes(seed), utf8ToBytes(`${day}:${holderSeed}`))
  let value = 0n
  for (const byte of hash.subarray(0, 8)) value = value * 256n + BigInt(byte)
  return Number(value % BigInt(rollsInAll))
}

export function shareOf(roll: number): string {
  expect(roll >= 0 && roll < rollsInAll, `${roll} is a roll`)
  let below = 0
  for (const { share, rolls } of prizes) {
    below += rolls
    if (roll < below) return share
  }
  throw new Error('the prizes cover every roll')
}

export type ShownDraw = DrawSeeds & {
  readonly hash: string
  readonly roll: number
  readonly share: string
  /** Published the day before. */
  readonly dayHash?: string
  /** Published after the day ends. */
  readonly daySeed?: string | null
  readonly walletId?: string
}
export type DrawCheck = 'fine' | 'seed_changed' | 'roll_wrong' | 'share_wrong' | 'day_seed_wrong'

function comesFromDay({ daySeed, dayHash, walletId, day, seed }: ShownDraw): boolean {
  if (!daySeed) return true
  if (dayHash && hashOfSeed(daySeed) !== dayHash) return false
  return !walletId || walletSeed(daySeed, day, walletId) === seed
}

/** Uses only published data. Runs in the browser. */
export function verifyDraw(draw: ShownDraw): DrawCheck {
  if (hashOfSeed(draw.seed) !== draw.hash) return 'seed_changed'
  if (!comesFromDay(draw)) return 'day_seed_wrong'
  if (rollOf(draw) !== draw.roll) return 'roll_wrong'
  return shareOf(draw.roll) === draw.share ? 'fine' : 'share_wrong'
}
