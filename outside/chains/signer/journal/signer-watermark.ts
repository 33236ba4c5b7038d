import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Carries the signer's HMAC, so others may store it. */
export type JournalWatermark = {
  /** Counts accepted losses; marks of earlier epochs are void. */
  readonly epoch: number
  readonly count: number
  /** Hexadecimal; empty for none. */
  readonly head: string
  readonly seal: string
}

/** Not derivable from the signer's disk without its passphrase. */
export const journalKeyOf = (seed: Uint8Array): Uint8Array =>
  hkdf(sha256, seed, utf8ToBytes('glasshouse/journal/v1'), utf8ToBytes('hmac journal key'), 32)

export const sealOf = (key: Uint8Array, text: string): string => bytesToHex(hmac(sha256, key, utf8ToBytes(text)))

const textOf = ({ epoch, count, head }: Omit<JournalWatermark, 'seal'>): string =>
  ['glasshouse-journal-mark-v1', epoch, count, head].join('\n')

export const makeWatermark = (key: Uint8Array, place: Omit<JournalWatermark, 'seal'>): JournalWatermark => ({
  ...place,
  seal: sealOf(key, textOf(place)),
})

/** @returns undefined unless it is a mark of this signer */
export function readMark(key: Uint8Array, value: unknown): JournalWatermark | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { epoch, count, head, seal } = value as Partial<Record<keyof JournalWatermark, unknown>>
  if (!Number.isSafeInteger(epoch) || !Number.isSafeInteger(count) || typeof head !== 'string') return undefined
  const place = { epoch: Number(epoch), count: Number(count), head }
  return seal === sealOf(key, textOf(place)) ? { ...place, seal } : undefined
}
