import * as v from 'valibot'
import * as f from '#kit/wire/fields.ts'

/**
 * confirming: seen, not yet deep enough (n of N) · collecting: deep enough but below the minimum, kept until such payments reach it
 * together · credited: in the balance · orphaned: credited, but its block is no longer on the chain (support is told) ·
 * corrected: and was taken back out of the balance for it.
 */
export const depositStates = ['confirming', 'collecting', 'credited', 'orphaned', 'corrected'] as const

/** A payment from a chain, as its wallet sees it. */
export const depositRow = v.object({
  id: v.number(),
  /** 1; more where it is a line of small payments that are counted together: these have no transaction, and a number below zero. */
  payments: v.number(),
  chain: f.chain,
  coin: f.coin,
  amount: f.exactAmount,
  state: v.picklist(depositStates),
  /** n of N, at most N. */
  confirmations: v.number(),
  confirmationsNeeded: v.number(),
  /** An estimate of the time until it is credited; null once it is deep enough, and where nobody can say. */
  secondsLeft: v.nullable(v.number()),
  /** The chain stands still, or we are behind in reading it: it takes longer. */
  late: v.boolean(),
  address: v.string(),
  /** The transaction on the chain; empty where it is many. */
  hash: v.string(),
  /** Empty where the chain has no public explorer. */
  explorerUrl: v.string(),
  seenAt: f.moment,
  creditedAt: v.nullable(f.moment),
})
