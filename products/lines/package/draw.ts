import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { divide, rateOf, showUnits, unitsPerOne } from '#kit/amount.ts'
import type { Day } from '#kit/clock.ts'
import { expect } from '#kit/expect.ts'

/** Parts of the pending release a draw unlocks, and how many of 1,000 rolls bring each (PRODUCT.md 6). They add up to 1,000. */
export const prizes = [
  { share: '0.001', rolls: 575 },
  { share: '0.005', rolls: 245 },
  { share: '0.01', rolls: 120 },
  { share: '0.025', rolls: 40 },
  { share: '0.05', rolls: 20 },
] as const
const rollsInAll = 1_000

/** Parts and chances as they are shown: 0.575 is 57.5 %. */
export const chances = prizes.map(({ share, rolls }) => ({
  share,
  chance: showUnits(divide(BigInt(rolls) * unitsPerOne, BigInt(rollsInAll), 'down')),
}))

/** The mean part a draw unlocks: the shares weighed by their chances. */
export function meanShare(): { numerator: bigint; denominator: bigint } {
  const denominator = 1_000n
  const numerator = prizes.reduce((sum, { share, rolls }) => {
    const rate = rateOf(share)
    return sum + (BigInt(rolls) * rate.numerator * denominator) / rate.denominator
  }, 0n)
  return { numerator, denominator: denominator * BigInt(rollsInAll) }
}

/** What a seed is promised by before it is shown: SHA-256 of its 32 bytes, as hexadecimal text. */
export const hashOfSeed = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)))

/**
 * The server's seed of one wallet and day. All come from one seed of the day, whose hash is published the day before, so that the
 * house cannot choose a seed for somebody; each wallet's stays secret until it has drawn, so that nobody can choose one against it.
 * @param daySeed 32 bytes as hexadecimal text.
 */
export const walletSeed = (daySeed: string, day: Day, walletId: string): string =>
  bytesToHex(hmac(sha256, hexToBytes(daySeed), utf8ToBytes(`draw:${day}:${walletId}`)))

/** What decides a draw. */
export type DrawSeeds = { readonly day: Day; readonly seed: string; readonly holderSeed: string }

/**
 * The roll of a draw, 0 to 999, from both seeds: neither side alone can choose it. The first 8 bytes of the hash as a number, its
 * remainder by 1,000; numbers are so large that no roll is likelier than another by more than one part in 10¹⁶.
 */
export function rollOf({ day, seed, holderSeed }: DrawSeeds): number {
  const hash = hmac(sha256, hexToBytes(seed), utf8ToBytes(`${day}:${holderSeed}`))
  let value = 0n
  for (const byte of hash.subarray(0, 8)) value = value * 256n + BigInt(byte)
  return Number(value % BigInt(rollsInAll))
}

/** Which part a roll unlocks: the low rolls the small parts. */
export function shareOf(roll: number): string {
  expect(roll >= 0 && roll < rollsInAll, `${roll} is a roll`)
  let below = 0
  for (const { share, rolls } of prizes) {
    below += rolls
    if (roll < below) return share
  }
  throw new Error('the prizes cover every roll')
}

/** A draw as it was shown, before and after. */
export type ShownDraw = DrawSeeds & {
  readonly hash: string
  readonly roll: number
  readonly share: string
  /** As published the day before. */
  readonly dayHash?: string
  /** Once the day is over. */
  readonly daySeed?: string | null
  readonly walletId?: string
}
export type DrawCheck = 'fine' | 'seed_changed' | 'roll_wrong' | 'share_wrong' | 'day_seed_wrong'

/** Whether the seed of the day, once it is shown, is the one promised, and this wallet's seed came from it. */
function comesFromDay({ daySeed, dayHash, walletId, day, seed }: ShownDraw): boolean {
  if (!daySeed) return true
  if (dayHash && hashOfSeed(daySeed) !== dayHash) return false
  return !walletId || walletSeed(daySeed, day, walletId) === seed
}

/**
 * Checks a draw with nothing but what was shown: the seed fits the hash promised before, the roll follows from both seeds, the part
 * from the roll; and, once the seed of the day is known, that this wallet's seed came from it. Runs in the browser.
 */
export function verifyDraw(draw: ShownDraw): DrawCheck {
  if (hashOfSeed(draw.seed) !== draw.hash) return 'seed_changed'
  if (!comesFromDay(draw)) return 'day_seed_wrong'
  if (rollOf(draw) !== draw.roll) return 'roll_wrong'
  return shareOf(draw.roll) === draw.share ? 'fine' : 'share_wrong'
}
