import * as v from 'valibot'
import { contract, type OutputOf } from '#kit/wire/contract.ts'
import { coin, cursor, exactAmount, moment, page, typedAmount } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

/** A part of a whole as decimal text: 0.0024 is 0.24 %. */
const share = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))

/** Computing power: what it is, what it earns, what it loses, and what restoring it costs. */
export const getPower = contract({
  method: 'GET',
  path: '/mining/info',
  access: 'session',
  summary: 'My computing power, its share of all, what it earned in ATMC, and what can be restored.',
  /** POWER to restore, for a quote. */
  input: v.object({ amount: v.optional(typedAmount) }),
  wire: { pairId: 'exchange_id' },
  output: v.object({
    power: exactAmount,
    /** Of everybody. */
    allPower: exactAmount,
    /** Mine of all, rounded down. */
    share,
    /** While all POWER together is less, a day pays in proportion to it. */
    fullPower: exactAmount,
    /** What the compute pool holds, in ATMC, and the part of it one day pays. */
    poolFree: exactAmount,
    dayShare: share,
    /** ATMC the next midnight would pay on what is there now, rounded down. An estimate. */
    estimate: exactAmount,
    /** ATMC paid at the midnight that began today, and ever. */
    todayIncome: exactAmount,
    totalIncome: exactAmount,
    /** USDT for one ATMC, 24 h average of trades; null without a price. */
    guidePrice: v.nullable(exactAmount),
    /** Mined ATMC that is still in the balance: sold on the exchange, under this pair. */
    forSale: exactAmount,
    pairId: v.number(),
    give: coin,
    /** How much selling all of it would move the price; null while nothing can be sold. */
    slippage: v.nullable(share),
    /** Of all POWER, taken every midnight. */
    decayShare: share,
    /** POWER decay took in the last 30 days, and what of it was restored. */
    lost: exactAmount,
    restored: exactAmount,
    /** What can still be restored. */
    restorable: exactAmount,
    /** What restoring the amount asked for would cost now; null without an amount or a price. */
    quote: v.nullable(
      v.object({
        power: exactAmount,
        /** ATMC, put into the compute pool for good: 1 USDT of worth for 1 POWER, rounded up. */
        pay: exactAmount,
        /** The most it may cost by the time the request arrives: the price moves all the time. */
        payMost: exactAmount,
        /** The failure it would meet now, or null. */
        problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
      }),
    ),
  }),
  failures: [],
})
export type Power = OutputOf<typeof getPower>

/** Everything that gave or took computing power. */
export const listPower = contract({
  method: 'GET',
  path: '/mining/logs',
  access: 'session',
  summary: 'Records of computing power, newest first; of one type where it is named.',
  input: v.object({ code: v.optional(v.pipe(v.string('format'), v.regex(/^\d{1,3}$/, 'format'))), cursor }),
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

/** Restores computing power that decay took: ATMC goes into the compute pool for good and is paid to nobody. */
export const compensatePower = contract({
  method: 'POST',
  path: '/mining/compensate',
  access: 'money',
  orPasskey: true,
  summary: 'Restores computing power lost in the last 30 days for ATMC that is retired.',
  input: v.object({
    /** POWER. */
    amount: typedAmount,
    /** Most ATMC the holder agreed to; left out: whatever the guide price asks for. */
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
