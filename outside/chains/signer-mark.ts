import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** How far the signer's memory went at a moment: plain JSON. Only the signer can make one, so others may keep it. */
export type JournalMark = {
  /** How often approvers accepted a memory that had lost its end. Marks from before that do not count any more. */
  readonly epoch: number
  /** Lines of the journal. */
  readonly count: number
  /** The hash of the last of them, hexadecimal; empty where there is none. */
  readonly head: string
  readonly seal: string
}

/** The key that seals lines and marks. Whoever has the signer's disk but not its passphrase does not have it. */
export const journalKeyOf = (seed: Uint8Array): Uint8Array =>
  hkdf(sha256, seed, utf8ToBytes('glasshouse/journal/v1'), utf8ToBytes('hmac journal key'), 32)

export const sealOf = (key: Uint8Array, text: string): string => bytesToHex(hmac(sha256, key, utf8ToBytes(text)))

const textOf = ({ epoch, count, head }: Omit<JournalMark, 'seal'>): string =>
  ['glasshouse-journal-mark-v1', epoch, count, head].join('\n')

export const makeMark = (key: Uint8Array, place: Omit<JournalMark, 'seal'>): JournalMark => ({
  ...place,
  seal: sealOf(key, textOf(place)),
})

/** @returns undefined for what is no mark of this signer */
export function readMark(key: Uint8Array, value: unknown): JournalMark | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { epoch, count, head, seal } = value as Partial<Record<keyof JournalMark, unknown>>
  if (!Number.isSafeInteger(epoch) || !Number.isSafeInteger(count) || typeof head !== 'string') return undefined
  const place = { epoch: Number(epoch), count: Number(count), head }
  return seal === sealOf(key, textOf(place)) ? { ...place, seal } : undefined
}
