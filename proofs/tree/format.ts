import { Unreadable } from '#kit/amount/exact.ts'

/** Leaves contain the number, so a kind's number never changes (docs/proof-format.md). */
export const kinds = {
  available: 1,
  held: 2,
  principal: 3,
  promised: 4,
  pool: 5,
  retired: 6,
  market: 7,
  referral: 8,
  suspense: 9,
  in_flight: 10,
  share: 11,
} as const
export type Kind = keyof typeof kinds
/** The company's own coins, listed separately. */
export type Own = 'capital' | 'sales' | 'fees'
export type Place = 'network' | 'venue'

/** Amounts in 10⁻⁸, one per coin. */
export type ProofLeaf = {
  readonly place: number
  readonly kind: Kind
  /** 32 bytes, hexadecimal. */
  readonly nonce: string
  readonly amounts: readonly string[]
  /** From the leaf up: each sibling's hash and sums, base64url. */
  readonly path: readonly string[]
}
export type Proof = { readonly v: 'POL1'; readonly owner: string; readonly leaves: readonly ProofLeaf[] }

/** Signed as text, so the field order matters. */
export type Statement = {
  readonly v: 'POL1'
  readonly day: string
  /** The midnight that ends the day. */
  readonly epoch: string
  /** The last counted posting. */
  readonly cut: string
  readonly assets: readonly string[]
  readonly log2: number
  readonly root: string
  readonly owed: readonly string[]
  readonly kinds: Readonly<Partial<Record<Kind, readonly string[]>>>
  readonly own: Readonly<Record<Own, readonly string[]>>
  /** Equals the amount owed plus the company's own coins. */
  readonly booked: Readonly<Record<Place, readonly string[]>>
  /** Accounts of pools, markets and the company, including empty ones. */
  readonly house: readonly { readonly owner: string; readonly kind: Kind; readonly amounts: readonly string[] }[]
  /** Omits logs without rows. */
  readonly logs: Readonly<Record<string, LogHead>>
  /** SHA-256 of the previous statement's text; zeros for the first. */
  readonly previous: string
}
/** Each digest covers the previous one, so the last covers the whole log. */
export type LogHead = { readonly line: number; readonly hash: string }
/** Undefined if the statement omits the log. @throws Unreadable */
export function readHead(head: unknown): LogHead | undefined {
  if (head === undefined) return undefined
  const { line, hash } = (head ?? {}) as Partial<Record<keyof LogHead, unknown>>
  if (!Number.isSafeInteger(line) || (line as number) < 1) throw new Unreadable('log')
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Unreadable('log')
  return { line: line as number, hash }
}
export type Published = { readonly text: string; readonly signature: string; readonly publicKey: string }

export const beginning = '0'.repeat(64)
