import * as v from 'valibot'
import * as f from '#kit/wire/fields.ts'

export const waitReasons = [
  'new_address',
  'security',
  'frozen',
  'banned',
  'review',
  'chain',
  'books',
  'velocity',
  'refill',
] as const

/** `until` is null if the end is unknown. */
export const wait = v.object({ reason: v.picklist(waitReasons), until: v.nullable(f.moment) })

/**
 * held: waits for a set time (new address, security change) · reviewing: waits for the operator · sending: signing and sending ·
 * confirming: on the chain, n of N · done · cancelled: by the holder, or refused by the operator · failed: fully refunded.
 */
export const withdrawalStates = ['held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed'] as const

export const withdrawalRow = v.object({
  id: v.number(),
  chain: f.chain,
  coin: f.coin,
  amount: f.exactAmount,
  fee: f.exactAmount,
  /** amount − fee. */
  received: f.exactAmount,
  address: v.string(),
  remark: v.string(),
  state: v.picklist(withdrawalStates),
  /** The operator's reason; empty if not refused. */
  refusal: v.string(),
  waits: v.array(wait),
  cancellable: v.boolean(),
  confirmations: v.number(),
  confirmationsNeeded: v.number(),
  /** Estimated time to arrival; null if the withdrawal is waiting, over or late. */
  secondsLeft: v.nullable(v.number()),
  late: v.boolean(),
  /** Empty before sending. */
  hash: v.string(),
  /** Empty if the chain has no public explorer. */
  explorerUrl: v.string(),
  requestedAt: f.moment,
  endedAt: v.nullable(f.moment),
})
