import type { Asset } from '#kit/amount/coins.ts'
import type { Account } from './chart.ts'

/** Moves `units` (10⁻⁸, above zero) of one asset, so it cannot be unbalanced or mix assets. */
export type Posting = {
  readonly from: Account
  readonly to: Account
  readonly asset: Asset
  readonly units: bigint
  /** The spec's record type; undefined if hidden from records (`—` in the movement table). */
  readonly code?: number
}

/** Posts all postings, or none. */
export type Entry = {
  /** Idempotency key, at most 120 characters. Repeating it with other postings is a conflict. */
  readonly key: string
  readonly postings: readonly Posting[]
  /** Business clock. */
  readonly at: Date
  /** Shown in records: `order:12`, `withdrawal:7`, `deposit:…`. */
  readonly ref?: string
}

export type Verdict =
  | 'posted'
  /** Already posted. */
  | 'replayed'
  /** The key has other postings; nothing changed. */
  | 'conflict'
  /** An account would go below zero; nothing changed. */
  | 'insufficient'
