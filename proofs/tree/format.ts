import { Unreadable } from '#kit/exact.ts'

/**
 * What a liability is, by the last word its account's class has in the ledger. The number stands in the leaf: it is for good.
 * docs/proof-format.md says the same to others.
 */
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
/** The company's own coins: owed to nobody, and told beside. */
export type Own = 'capital' | 'sales' | 'fees'
/** Where the coins are: on the chains, and at a fund's venue. */
export type Place = 'network' | 'venue'

/** A leaf and its way to the root, as a holder gets it. Amounts in 10⁻⁸, one for each coin. */
export type ProofLeaf = {
  readonly place: number
  readonly kind: Kind
  /** 32 bytes, hexadecimal. */
  readonly nonce: string
  readonly amounts: readonly string[]
  /** From the leaf up: hash and sums of each sibling, base64url. */
  readonly path: readonly string[]
}
export type Proof = { readonly v: 'POL1'; readonly owner: string; readonly leaves: readonly ProofLeaf[] }

/** What a statement says; it is signed as text, so the fields stand in the order of the text. */
export type Statement = {
  readonly v: 'POL1'
  readonly day: string
  /** The midnight that ends the day. */
  readonly epoch: string
  /** The last posting counted. */
  readonly cut: string
  readonly assets: readonly string[]
  readonly log2: number
  readonly root: string
  /** What is owed: the sum of all leaves. */
  readonly owed: readonly string[]
  readonly kinds: Readonly<Partial<Record<Kind, readonly string[]>>>
  readonly own: Readonly<Record<Own, readonly string[]>>
  /** Where the books say that the coins are: together as much as is owed and the company's own. */
  readonly booked: Readonly<Record<Place, readonly string[]>>
  /** Each account of pools, markets and the house, also the empty ones. */
  readonly house: readonly { readonly owner: string; readonly kind: Kind; readonly amounts: readonly string[] }[]
  /** Where each log stood when the statement was made, by its name; a log without a line is not named. */
  readonly logs: Readonly<Record<string, LogHead>>
  /** SHA-256 of the text of the statement before; zeros before the first. */
  readonly previous: string
}
/** The last line of a log, and its digest, which names the one before it: so it stands for all of them. */
export type LogHead = { readonly line: number; readonly hash: string }
/** Where a signed statement says that a log stood; undefined where it does not name it. @throws Unreadable */
export function readHead(head: unknown): LogHead | undefined {
  if (head === undefined) return undefined
  const { line, hash } = (head ?? {}) as Partial<Record<keyof LogHead, unknown>>
  if (!Number.isSafeInteger(line) || (line as number) < 1) throw new Unreadable('log')
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Unreadable('log')
  return { line: line as number, hash }
}
/** A statement as it is published. */
export type Published = { readonly text: string; readonly signature: string; readonly publicKey: string }

export const beginning = '0'.repeat(64)
