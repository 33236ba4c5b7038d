import * as v from 'valibot'
import { contract, type OutputOf } from '#kit/wire/contract.ts'
import { coin, cursor, exactAmount, moment, page, recordCode, typedAmount } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

/** A share as a decimal string: 0.0024 is 0.24 %. */
const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))

export const getPower = contract({
  method: 'GET',
  path: '/mining/info',
  access: 'session',
  summary:
    'Returns the wallet’s computing power, its share of the total, its ATMC earnings, and the amount that can be restored.',
  /** POWER to restore, for a quote. */
  input: v.object({ amount: v.optional(typedAmount) }),
  wire: { pairId: 'exchange_id' },
  output: v.object({
    power: exactAmount,
    allPower: exactAmount,
    /** Own share of all POWER, rounded down. */
    share,
    /** If all POWER is below this, payouts shrink in proportion. */
    fullPower: exactAmount,
    /** ATMC in the compute pool, and the share of it paid per day. */
    poolFree: exactAmount,
    dayShare: share,
    /** Estimated ATMC payout at the next midnight from current figures, rounded down. */
    estimate: exactAmount,
    /** ATMC paid at today's midnight, and in total. */
    todayIncome: exactAmount,
    totalIncome: exactAmount,
    /** USDT per ATMC, 24 h average of trades; null without a price. */
    guidePrice: v.nullable(exactAmount),
    /** Mined ATMC still in the balance, and the pair to sell it. */
    forSale: exactAmount,
    pairId: v.number(),
    give: coin,
    /** Price change if all of `forSale` is sold; null if nothing can be sold. */
    slippage: v.nullable(share),
    /** Share of all POWER that decays every midnight. */
    decayShare: share,
    /** POWER lost to decay in the last 30 days, and the restored part. */
    lost: exactAmount,
    restored: exactAmount,
    restorable: exactAmount,
    /** Current cost of restoring `amount`; null without an amount or a price. */
    quote: v.nullable(
      v.object({
        power: exactAmount,
        /** ATMC paid into the compute pool, not refundable: 1 USDT of value per POWER, rounded up. */
        pay: exactAmount,
        /** Maximum cost when the request arrives, because the price moves. */
        payMost: exactAmount,
        /** The failure that restoring would meet now, or null. */
        problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
      }),
    ),
  }),
  failures: [],
})
export type Power = OutputOf<typeof getPower>

export const listPower = contract({
  method: 'GET',
  path: '/mining/logs',
  access: 'session',
  summary: 'Lists computing power records, newest first, optionally filtered by type.',
  input: v.object({ code: v.optional(recordCode), cursor }),
  wire: { code: 'type' },
  output: page(
    named(
      v.object({
        id: v.string(),
        at: moment,
        /** The text is `power_record.<code>`. */
        code: v.number(),
        direction: v.picklist(['in', 'out']),
        amount: exactAmount,
        balanceAfter: exactAmount,
      }),
      { code: 'type' },
    ),
  ),
  failures: [],
})

export const compensatePower = contract({
  method: 'POST',
  path: '/mining/compensate',
  access: 'money',
  orPasskey: true,
  summary: 'Restores computing power lost in the last 30 days for a nonrefundable payment in ATMC.',
  input: v.object({
    amount: typedAmount,
    /** Maximum ATMC the holder agreed to; without it, the guide price decides. */
    payMost: v.optional(v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format'))),
  }),
  output: v.object({ power: exactAmount, paid: exactAmount, balance: exactAmount }),
  failures: [
    'power.restorable',
    'invest.payment',
    'exchange.not_open',
    'balance.insufficient',
    'identity.banned',
    'identity.frozen',
  ],
})
