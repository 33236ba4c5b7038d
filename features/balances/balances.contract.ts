import * as v from 'valibot'
import { type Asset, assets as assetTable } from '#kit/amount/coins.ts'
import { readHeld } from '#kit/amount/exact.ts'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

/** Malformed figures count as a violation. */
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

function isRowRight(row: Row): boolean {
  if (assetTable[row.coin as Asset].kind !== row.kind) return false
  if (row.kind === 'point') return row.value === null
  if (sumOf(row) === 0n) return row.value !== null && readHeld(row.value) === 0n
  return row.coin !== 'USDT' || row.value === null || readHeld(row.value) === sumOf(row)
}

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
    available: f.heldAmount,
    /** Reserved for withdrawals, prepayments and escrow. */
    held: f.heldAmount,
    inOrders: f.heldAmount,
    /** Reserved for the orders' future payments. Not owned yet. */
    promised: f.heldAmount,
    /** Redemption value of market shares, rounded down. */
    inMarkets: f.heldAmount,
    /** USDT value without `promised`, at the guide price. null: no price, or points. */
    value: v.nullable(f.heldAmount),
  }),
  v.check((row) => holds(() => isRowRight(row))),
)

export const walletAssets = contract({
  method: 'GET',
  path: '/wallet/assets',
  access: 'session',
  summary:
    'Returns available, locked, invested, promised and market balances for every coin and point in the wallet, with their USDT value.',
  input: v.object({}),
  output: v.pipe(
    v.object({
      items: v.array(assetRow),
      total: f.heldAmount,
      /** False: the total leaves out a coin without a price. */
      complete: v.boolean(),
    }),
    v.check((answer) => holds(() => isAddedUp(answer))),
  ),
  failures: [],
  always: true,
})

/**
 * `own`: the wallet's other account; `wallet` (id: wallet ID); `order` (id: number); `pool`, `market` (id: name); `house` (id: purpose);
 * `network` (id: chain); `issued`: for points.
 */
export const counterpartKinds = ['own', 'wallet', 'order', 'pool', 'market', 'house', 'network', 'issued'] as const

const record = named(
  v.object({
    id: f.postingId,
    at: f.moment,
    coin: asset,
    /** Record type: text `record.<code>`; for POWER `power_record.<code>`. */
    code: v.number(),
    direction: v.picklist(['in', 'out']),
    amount: f.heldAmount,
    account: v.picklist(['available', 'held', 'principal', 'promised']),
    /** Balance of this account right afterwards. */
    balanceAfter: f.heldAmount,
    counterpart: v.object({
      kind: v.picklist(counterpartKinds),
      id: v.string(),
      account: v.optional(v.picklist(['principal', 'promised'])),
      /** In lists: the other wallet's masked nickname, if any. */
      name: v.optional(v.string()),
    }),
    /** The record's operation: "order:12", "withdrawal:7". Empty if none. */
    ref: v.string(),
  }),
  { code: 'type' },
)

/** A day in UTC: "2026-11-21". */
const day = v.pipe(
  v.string('format'),
  v.isoDate('format'),
  v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'format'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'format'),
)
/** For example "2026-11-21T10:00:00.000Z". */
const askedMoment = v.pipe(
  v.string('format'),
  v.isoTimestamp('format'),
  v.regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'format'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'format'),
)
export const pageSizes = { few: 30, many: 200 } as const

/** Newest first. */
export const walletRecords = contract({
  method: 'GET',
  path: '/wallet/logs',
  access: 'session',
  summary:
    'Returns the wallet’s history of coins and points, newest first, optionally filtered by coin, record type and day.',
  input: v.object({
    coin: v.optional(asset),
    /** Default: all coins and CREDIT. POWER is excluded, because its codes differ. */
    code: v.optional(f.recordCode),
    /** Both included. */
    from: v.optional(day),
    until: v.optional(day),
    /** Instead of days, for other time zones. `since` is included, `before` excluded. */
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

const detail = v.variant('kind', [
  v.object({
    kind: v.literal('deposit'),
    chain: f.chain,
    coin: f.coin,
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
    /** Empty before sending. */
    hash: v.string(),
    explorerUrl: v.string(),
    /** Time of the request. */
    at: f.moment,
  }),
  named(
    v.object({
      kind: v.literal('transfer'),
      id: v.number(),
      direction: v.picklist(['in', 'out']),
      /** The other wallet. */
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
    /** In the coin given. */
    fee: f.exactAmount,
    /** Amount received per coin given, after the fee; rounded down. */
    rate: f.exactAmount,
    at: f.moment,
  }),
  v.object({ kind: v.literal('order'), id: v.number() }),
  /** An OTC trade, or the holder's ad. */
  named(
    v.object({
      kind: v.literal('otc'),
      id: v.number(),
      direction: v.picklist(['in', 'out']),
      walletId: v.string(),
      amount: f.heldAmount,
      /** Amount due, in `fiat`. */
      money: f.exactAmount,
      fiat: v.string(),
      at: f.moment,
    }),
    { walletId: 'target' },
  ),
  v.object({ kind: v.literal('ad'), id: v.number() }),
])

/** Includes the wallet's other postings of the same entry, such as a fee. */
export const walletRecord = contract({
  method: 'GET',
  path: '/wallet/log',
  access: 'session',
  summary:
    'Returns one history record, the related records of the same event, and full details of the operation it belongs to.',
  input: v.object({ id: v.pipe(v.string('format'), v.regex(/^\d{1,18}$/, 'format')) }),
  output: v.object({ record, together: v.array(record), detail: v.nullable(detail) }),
  failures: ['request.data_missing'],
  always: true,
})

/** A calendar month in UTC: "2026-11". */
const month = v.pipe(v.string('format'), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'format'))

export const walletStatement = contract({
  method: 'GET',
  path: '/wallet/statement',
  access: 'session',
  summary:
    'Returns a monthly statement with opening, received, spent and closing amounts for each coin, and all movements, oldest first.',
  input: v.object({ month: v.optional(month), cursor: f.cursor }),
  output: v.object({
    month: v.string(),
    /** Newest first. */
    months: v.array(v.string()),
    from: f.moment,
    /** Excluded. The current month ends now. */
    until: f.moment,
    /** opening + received − spent = closing, for the spendable balance. `held` and `inOrders` are the other closing balances. */
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
    /** USDT price at the end of each settled day; first page only, without USDT. */
    prices: v.array(v.object({ day: f.day, coin: f.coin, price: f.exactAmount })),
    items: v.array(record),
    next: v.string(),
  }),
  failures: ['request.data_missing'],
  always: true,
})

/** In days. */
export const valueSpans = { month: 31, year: 366, all: 1_096 } as const

export const walletValue = contract({
  method: 'GET',
  path: '/wallet/value',
  access: 'session',
  summary: 'Returns the wallet’s USDT value at the end of each day, with that day’s net inflow and gain.',
  input: v.object({ period: v.optional(v.picklist(['month', 'year', 'all'], 'format'), 'month') }),
  wire: { period: 'span' },
  output: v.object({
    /** Oldest first; the last is now. Empty if the wallet never held a coin. value = value before + moved + gain. */
    days: v.array(v.object({ day: f.day, value: f.heldAmount, moved: f.exactAmount, gain: f.exactAmount })),
    /** False: a coin without a price on some day is left out. Coins in markets are always left out. */
    complete: v.boolean(),
  }),
  failures: [],
  always: true,
})
