import * as v from 'valibot'
import * as f from '#kit/wire/fields.ts'

/**
 * confirming: n of N · collecting: below the minimum, until several confirmed deposits reach it together · credited: in the balance ·
 * orphaned: credited, but its block was orphaned (support is informed) · corrected: orphaned and debited again.
 */
export const depositStates = ['confirming', 'collecting', 'credited', 'orphaned', 'corrected'] as const

export const depositRow = v.object({
  id: v.number(),
  /** 1, or the count of combined small payments, which have no transaction and a negative id. */
  payments: v.number(),
  chain: f.chain,
  coin: f.coin,
  amount: f.exactAmount,
  state: v.picklist(depositStates),
  /** At most `confirmationsNeeded`. */
  confirmations: v.number(),
  confirmationsNeeded: v.number(),
  /** Estimated seconds until credited; null if confirmed or unknown. */
  secondsLeft: v.nullable(v.number()),
  /** The chain is stalled or we are behind. */
  late: v.boolean(),
  address: v.string(),
  /** Empty for combined payments. */
  hash: v.string(),
  /** Empty if the chain has no public explorer. */
  explorerUrl: v.string(),
  seenAt: f.moment,
  creditedAt: v.nullable(f.moment),
})
