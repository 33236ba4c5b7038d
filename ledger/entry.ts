import type { Asset } from '#kit/assets.ts'
import type { Account } from './chart.ts'

/** Moves `units` (10⁻⁸, above zero) of one asset between two accounts. Cannot be unbalanced, cannot mix assets. */
export type Posting = {
  readonly from: Account
  readonly to: Account
  readonly asset: Asset
  readonly units: bigint
  /** The spec's record type code; undefined where the movement shows in no record (`—` in the table of movements). */
  readonly code?: number
}

/** What happened, once: all postings are written or none. */
export type Entry = {
  /** Makes a repeat harmless: the same key with the same postings changes nothing, with others is a conflict. At most 120 characters. */
  readonly key: string
  readonly postings: readonly Posting[]
  /** When it happened, on the business clock. */
  readonly at: Date
  /** What it belongs to, for records: `order:12`, `withdrawal:7`, `deposit:…`. */
  readonly ref?: string
}

/** How the ledger answered an entry. */
export type Verdict =
  | 'posted'
  /** The same entry was posted before; nothing changed. */
  | 'replayed'
  /** The key belongs to an entry with other postings; nothing changed. */
  | 'conflict'
  /** An account would go below zero; nothing changed. */
  | 'insufficient'
