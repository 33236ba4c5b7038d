import * as v from 'valibot'
import { exactAmount, moment } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { share } from '../../terms/fields.ts'

/** A business day, "2026-11-21". */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))

/** What the operator booked, with the reason everybody reads. */
const booking = named(
  v.object({
    at: moment,
    /** send: coins went to the venue · return: they came back · profit: its coins arrived · loss: every running order is lower by the same part. */
    kind: v.picklist(['send', 'return', 'profit', 'loss']),
    amount: exactAmount,
    reason: v.string(),
    /** Where it can be seen on a chain; null for a loss. */
    chain: v.nullable(v.string()),
    transaction: v.nullable(v.string()),
  }),
  { transaction: 'hash' },
)

/** How a day's profit was split. */
const split = v.object({
  day,
  profit: exactAmount,
  /** What former losses took of it first. */
  refilled: exactAmount,
  dividends: exactAmount,
  bonuses: exactAmount,
  fee: exactAmount,
})

/** A fund: what everybody may know, and the own part. */
export const fundItem = v.object({
  /** The product's number: the spec's fund ID. */
  fundId: v.number(),
  venue: v.string(),
  /** USDT for one share today, rounded down; null: no value today, so nobody can buy or ask for redemption. */
  netAssetValue: v.nullable(exactAmount),
  /** Where it is null because the operator holds it back: why. */
  heldReason: v.nullable(v.string()),
  /** And until when at the latest. */
  heldUntil: v.nullable(moment),
  /** In running orders. */
  principal: exactAmount,
  shares: exactAmount,
  /** Of the principal, what is at the venue: outside our custody. */
  atVenue: exactAmount,
  /** Asked for and not paid yet. */
  toBeReleased: exactAmount,
  /** Profit that arrived and is not shared out yet. */
  undivided: exactAmount,
  /** Oldest first, at most 90 days. */
  values: v.array(v.object({ day, netAssetValue: exactAmount })),
  /** Newest first, at most 50. */
  bookings: v.array(booking),
  /** Newest first, at most 50. */
  splits: v.array(split),
  /** The wallet's own running orders together; null without any. */
  mine: v.nullable(
    v.object({
      shares: exactAmount,
      worth: exactAmount,
      /** What losses took that no profit has refilled yet. */
      lost: exactAmount,
      /** Part of all shares, rounded down. */
      share,
    }),
  ),
})

/** What a fund paid a wallet. */
export const dividend = named(
  v.object({
    id: v.string(),
    at: moment,
    /** 19: weighted · 25: dynamic. */
    code: v.number(),
    amount: exactAmount,
    fundId: v.number(),
    /** The own order it was paid for; null for a bonus. */
    orderId: v.nullable(v.number()),
  }),
  { code: 'type' },
)
