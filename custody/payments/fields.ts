import * as v from 'valibot'
import * as f from '#kit/wire/fields.ts'

/**
 * Why a withdrawal waits: the address is new, a security change, the holder's own freeze, a ban of withdrawals, the operator's review, the
 * chain is halted, what is on it and what our books say is there could not be brought together, more leaves within this hour than usual,
 * or what it is paid from is being refilled.
 */
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

/** `until` is null where the end is not known. */
export const wait = v.object({ reason: v.picklist(waitReasons), until: v.nullable(f.moment) })

/**
 * held: waits for its moment (a new address, a security change) · reviewing: waits for the operator · sending: being signed and sent ·
 * confirming: on the chain, n of N · done · cancelled: by the holder, or refused by the operator · failed: refunded whole.
 */
export const withdrawalStates = ['held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed'] as const

/** A withdrawal, as its wallet sees it. */
export const withdrawalRow = v.object({
  id: v.number(),
  chain: f.chain,
  coin: f.coin,
  /** Taken from the balance. */
  amount: f.exactAmount,
  fee: f.exactAmount,
  /** What arrives: amount − fee. */
  received: f.exactAmount,
  address: v.string(),
  remark: v.string(),
  state: v.picklist(withdrawalStates),
  /** Why the operator refused it, in their words; empty where nobody did. */
  refusal: v.string(),
  waits: v.array(wait),
  cancellable: v.boolean(),
  confirmations: v.number(),
  confirmationsNeeded: v.number(),
  /** An estimate of the time until it has arrived; null where nobody can say, because it waits, is over, or takes longer than usual. */
  secondsLeft: v.nullable(v.number()),
  /** It takes longer than usual, or its chain does. */
  late: v.boolean(),
  /** The transaction on the chain; empty before it is sent. */
  hash: v.string(),
  /** Empty where the chain has no public explorer. */
  explorerUrl: v.string(),
  requestedAt: f.moment,
  endedAt: v.nullable(f.moment),
})
