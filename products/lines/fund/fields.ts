import * as v from 'valibot'
import { exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { share } from '../../terms/fields.ts'

/** "2026-11-21". */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))

const booking = named(
  v.object({
    at: moment,
    /**
     * send: coins to the venue · return: coins back from it · profit: coins arrived · loss: reduces all running orders by the same
     * fraction.
     */
    kind: v.picklist(['send', 'return', 'profit', 'loss']),
    amount: exactAmount,
    reason: v.string(),
    /** Null for a loss. */
    chain: v.nullable(v.string()),
    transaction: v.nullable(v.string()),
  }),
  { transaction: 'hash' },
)

const split = v.object({
  day,
  profit: exactAmount,
  /** Profit used first to cover earlier losses. */
  refilled: exactAmount,
  dividends: exactAmount,
  bonuses: exactAmount,
  fee: exactAmount,
})

export const fundItem = v.object({
  /** The spec's fund ID. */
  fundId: v.number(),
  venue: v.string(),
  /** USDT per share, rounded down; null: no purchase or redemption today. */
  netAssetValue: v.nullable(exactAmount),
  /** Reason if an operator withholds the value. */
  heldReason: v.nullable(v.string()),
  heldUntil: v.nullable(moment),
  /** Principal in running orders. */
  principal: exactAmount,
  shares: exactAmount,
  /** Part of the principal, outside our custody. */
  atVenue: exactAmount,
  toBeReleased: exactAmount,
  /** Profit not yet distributed. */
  undivided: exactAmount,
  /** Oldest first, at most 90 days. */
  values: v.array(v.object({ day, netAssetValue: exactAmount })),
  /** Newest first, at most 50. */
  bookings: v.array(booking),
  /** Newest first, at most 50. */
  splits: v.array(split),
  /** The holder's running orders together; null without any. */
  mine: v.nullable(
    v.object({
      shares: exactAmount,
      worth: exactAmount,
      /** Losses not yet recovered by profit. */
      lost: exactAmount,
      /** Rounded down. */
      share,
    }),
  ),
})

export const dividend = named(
  v.object({
    id: v.string(),
    at: moment,
    /** 19: weighted dividend · 25: dynamic bonus. */
    code: v.number(),
    amount: exactAmount,
    fundId: v.number(),
    /** Null for a bonus. */
    orderId: v.nullable(v.number()),
  }),
  { code: 'type' },
)
