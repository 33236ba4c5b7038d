import * as v from 'valibot'
import { type Asset, assets as assetTable } from '#kit/assets.ts'
import { readHeld } from '#kit/exact.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

/** Whether a rule holds; a figure that is not in form holds to none. */
function holds(rule: () => boolean): boolean {
  try {
    return rule()
  } catch {
    return false
  }
}

type Row = Readonly<Record<'coin' | 'kind' | 'available' | 'held' | 'inOrders' | 'inMarkets', string>> & {
  readonly value: string | null
}
const sumOf = (row: Row): bigint =>
  readHeld(row.available) + readHeld(row.held) + readHeld(row.inOrders) + readHeld(row.inMarkets)

/** A point is no coin and has no value; a coin of which there is none is worth nothing; USDT is worth itself. */
function isRowRight(row: Row): boolean {
  if (assetTable[row.coin as Asset].kind !== row.kind) return false
  if (row.kind === 'point') return row.value === null
  if (sumOf(row) === 0n) return row.value !== null && readHeld(row.value) === 0n
  return row.coin !== 'USDT' || row.value === null || readHeld(row.value) === sumOf(row)
}

/** Every coin once, and a total that is the sum of the values shown. */
function isAddedUp({ items, total, complete }: { items: readonly Row[]; total: string; complete: boolean }): boolean {
  const sum = items.reduce((all, { value }) => all + (value === null ? 0n : readHeld(value)), 0n)
  return (
    new Set(items.map(({ coin }) => coin)).size === items.length &&
    readHeld(total) === sum &&
    complete === items.every(({ kind, value }) => kind === 'point' || value !== null)
  )
}

const asset = v.picklist(Object.keys(assetTable) as Asset[], 'format')

const assetRow = v.pipe(
  v.object({
    coin: asset,
    kind: v.picklist(['coin', 'point']),
    /** Free to use. */
    available: f.heldAmount,
    /** Set aside: withdrawals, prepayments, escrow. */
    held: f.heldAmount,
    /** Put into orders. */
    inOrders: f.heldAmount,
    /** Set aside for what its orders will be paid. It is not the wallet's yet, and `value` leaves it out. */
    promised: f.heldAmount,
    /** The amount that the wallet's shares of markets would bring now, rounded down. */
    inMarkets: f.heldAmount,
    /** The value of available, held, in orders and in markets in USDT, at the guide price. null: no price, or points. */
    value: v.nullable(f.heldAmount),
  }),
  v.check((row) => holds(() => isRowRight(row))),
)

/** The balances of the wallet. */
export const walletAssets = contract({
  method: 'GET',
  path: '/wallet/assets',
  access: 'session',
  summary:
    'Every coin and point of the wallet: available, held, in orders, promised by them, in markets, and what it is worth.',
  input: v.object({}),
  output: v.pipe(
    v.object({
      items: v.array(assetRow),
      /** The sum of all known values. */
      total: f.heldAmount,
      /** False: the wallet has a coin without a price, and the total leaves it out. */
      complete: v.boolean(),
    }),
    v.check((answer) => holds(() => isAddedUp(answer))),
  ),
  failures: [],
  always: true,
})

/**
 * The other side of a record: `own`, another account of the same wallet; `wallet`, another person's (id: wallet ID); `order` (id: its
 * number); `pool` and `market` (id: its name); `house` (id: purpose); `network` (id: chain); `issued`, for points.
 */
export const counterpartKinds = ['own', 'wallet', 'order', 'pool', 'market', 'house', 'network', 'issued'] as const

const record = named(
  v.object({
    /** A whole number, as text. */
    id: f.postingId,
    at: f.moment,
    coin: asset,
    /** The record type: text `record.<code>`; for POWER, which has codes of its own, `power_record.<code>`. */
    code: v.number(),
    direction: v.picklist(['in', 'out']),
    amount: f.heldAmount,
    /** The account of the wallet that it changed. */
    account: v.picklist(['available', 'held', 'principal', 'promised']),
    /** The balance of this account right after it. */
    balanceAfter: f.heldAmount,
    counterpart: v.object({
      kind: v.picklist(counterpartKinds),
      id: v.string(),
      /** Of an order of this wallet: which of its accounts. */
      account: v.optional(v.picklist(['principal', 'promised'])),
      /** In lists: the masked nickname of another wallet, where it has one. */
      name: v.optional(v.string()),
    }),
    /** The thing to which it belongs: "order:12", "withdrawal:7". Empty: none. */
    ref: v.string(),
  }),
  { code: 'type' },
)

const recordCode = v.pipe(
  v.union(
    [v.number('format'), v.pipe(v.string('format'), v.regex(/^\d{1,3}$/, 'format'), v.transform(Number))],
    'format',
  ),
  v.integer('format'),
  v.minValue(0, 'format'),
  v.maxValue(999, 'format'),
)

/** A day in UTC: "2026-11-21". */
const day = v.pipe(
  v.string('format'),
  v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'format'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'format'),
)
/** A moment: "2026-11-21T10:00:00.000Z". */
const askedMoment = v.pipe(
  v.string('format'),
  v.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'format'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'format'),
)
/** Records on one page: few for a screen, many for a file. */
export const pageSizes = { few: 30, many: 200 } as const

/** The wallet's records, the newest first. */
export const walletRecords = contract({
  method: 'GET',
  path: '/wallet/logs',
  access: 'session',
  summary: 'What happened to the coins and points of the wallet, by coin, record type and day.',
  input: v.object({
    coin: v.optional(asset),
    /** Left out: records of all coins and of CREDIT, but not of POWER, which has codes of its own. */
    code: v.optional(recordCode),
    /** Days in UTC, both included. */
    from: v.optional(day),
    until: v.optional(day),
    /** In place of days: from this moment on, and before that one, for somebody who counts days in another time zone. */
    since: v.optional(askedMoment),
    before: v.optional(askedMoment),
    page: v.optional(v.picklist(['few', 'many'], 'format'), 'few'),
    cursor: f.cursor,
  }),
  wire: { code: 'type' },
  output: f.page(record),
  failures: [],
  always: true,
})

/** The thing to which a record belongs, with all its fields, and the place where a person can see it. */
const detail = v.variant('kind', [
  v.object({
    kind: v.literal('deposit'),
    chain: f.chain,
    coin: f.coin,
    /** The address that was paid. */
    address: v.string(),
    amount: f.heldAmount,
    hash: v.string(),
    /** Empty: the chain has no public explorer. */
    explorerUrl: v.string(),
    at: f.moment,
  }),
  v.object({
    kind: v.literal('withdrawal'),
    id: v.number(),
    chain: f.chain,
    coin: f.coin,
    address: v.string(),
    amount: f.heldAmount,
    fee: f.exactAmount,
    /** Empty before it is sent. */
    hash: v.string(),
    explorerUrl: v.string(),
    /** When it was asked for. */
    at: f.moment,
  }),
  named(
    v.object({
      kind: v.literal('transfer'),
      id: v.number(),
      direction: v.picklist(['in', 'out']),
      /** The wallet on the other side. */
      walletId: v.string(),
      coin: f.coin,
      amount: f.heldAmount,
      remark: v.string(),
      at: f.moment,
    }),
    { walletId: 'target' },
  ),
  v.object({
    kind: v.literal('exchange'),
    id: v.number(),
    give: f.coin,
    receive: f.coin,
    amount: f.heldAmount,
    received: f.heldAmount,
    /** In the coin that was given. */
    fee: f.exactAmount,
    /** The amount received for one coin given, fee included; rounded down. */
    rate: f.exactAmount,
    at: f.moment,
  }),
  v.object({ kind: v.literal('order'), id: v.number() }),
  /** A trade over the counter, and an own ad. */
  named(
    v.object({
      kind: v.literal('otc'),
      id: v.number(),
      direction: v.picklist(['in', 'out']),
      /** The wallet on the other side. */
      walletId: v.string(),
      amount: f.heldAmount,
      /** What was to be paid for it. */
      money: f.exactAmount,
      fiat: v.string(),
      at: f.moment,
    }),
    { walletId: 'target' },
  ),
  v.object({ kind: v.literal('ad'), id: v.number() }),
])

/** One record with the other postings of the same entry that touch the wallet: a fee, the other half of an exchange. */
export const walletRecord = contract({
  method: 'GET',
  path: '/wallet/log',
  access: 'session',
  summary: 'One record, what happened with it, and every field of what it belongs to.',
  input: v.object({ id: v.pipe(v.string('format'), v.regex(/^\d{1,18}$/, 'format')) }),
  output: v.object({ record, together: v.array(record), detail: v.nullable(detail) }),
  failures: ['request.data_missing'],
  always: true,
})

/** A calendar month in UTC: "2026-11". */
const month = v.pipe(v.string('format'), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'format'))

/** A month of the wallet: the first balances, the money that came and went, and the last balances. */
export const walletStatement = contract({
  method: 'GET',
  path: '/wallet/statement',
  access: 'session',
  summary:
    'The statement of a month: opening, received, spent and closing of each coin, and every movement, the oldest first.',
  input: v.object({ month: v.optional(month), cursor: f.cursor }),
  output: v.object({
    month: v.string(),
    /** Months that have a statement, the newest first. */
    months: v.array(v.string()),
    from: f.moment,
    /** Not included. A month that is not over yet ends now. */
    until: f.moment,
    /** Of the spendable balance: opening + received − spent = closing. `held` and `inOrders` are the other balances at the end. */
    sums: v.array(
      v.object({
        coin: asset,
        opening: f.heldAmount,
        received: f.heldAmount,
        spent: f.heldAmount,
        closing: f.heldAmount,
        held: f.heldAmount,
        inOrders: f.heldAmount,
      }),
    ),
    /** What one coin was worth in USDT at the end of each settled day of the month, on the first page; USDT itself is left out. */
    prices: v.array(v.object({ day: f.day, coin: f.coin, price: f.exactAmount })),
    items: v.array(record),
    next: v.string(),
  }),
  failures: ['request.data_missing'],
  always: true,
})

/** How many days back the value of a wallet is told. */
export const valueSpans = { month: 31, year: 366, all: 1_096 } as const

/** What a wallet was worth day by day, with what was put in and taken out told apart from what it gained. */
export const walletValue = contract({
  method: 'GET',
  path: '/wallet/value',
  access: 'session',
  summary: 'The value of the wallet at the end of each day in USDT, what came and went that day, and what it gained.',
  input: v.object({ period: v.optional(v.picklist(['month', 'year', 'all'], 'format'), 'month') }),
  wire: { period: 'span' },
  output: v.object({
    /** The oldest first, the last is now; none where there never was a coin. value = value before + moved + gain. */
    days: v.array(v.object({ day: f.day, value: f.heldAmount, moved: f.exactAmount, gain: f.exactAmount })),
    /** False: a coin had no price on some day, and is left out of it. Coins in markets always are. */
    complete: v.boolean(),
  }),
  failures: [],
  always: true,
})
