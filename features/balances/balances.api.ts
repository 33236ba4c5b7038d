import { maskNickname } from '#identity/masked-nickname.ts'
import { nicknamesOf } from '#identity/wallet.store.ts'
import { multiply, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { type Asset, assets, type Coin, isCoin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, dayMs, dayOf } from '#kit/time/clock.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementOwn, implementRead } from '#kit/wire/implement.api.ts'
import { loadRecord, recordsOf, recordsOfEntry, type WalletRecord } from '#ledger/records/records.store.ts'
import { firstMonth, statementRecords, statementSums } from '#ledger/records/statement.store.ts'
import { movedDays } from '#ledger/records/value-days.store.ts'
import { figuresOfWallets, readFigures, versionsOfWallets } from '#ledger/records/wallet-figures.store.ts'
import { dayPrices } from '#market/prices/day-prices.store.ts'
import { type ShownRates, shownRates } from '#market/prices/value.store.ts'
import {
  pageSizes,
  valueSpans,
  walletAssets,
  walletRecord,
  walletRecords,
  walletStatement,
  walletValue,
} from './balances.contract.ts'
import { counterpartOf, type Holding, isPoint, listHoldings, sumOf } from './balances.ts'
import { chosenMonth, monthAfter, monthsSince, placeText, readPlace, startOfMonth } from './files/statement.ts'
import { loadInMarkets } from './in-markets.server.ts'
import { ofMany } from './of-many.server.ts'
import { portfolioOf } from './portfolio.ts'
import { type HandedIn, loadDetail } from './records/record-detail.server.ts'

type Figures = {
  readonly text: string
  readonly inMarkets: ReadonlyMap<Coin, bigint> | undefined
}

/** Runs two queries for all concurrent callers. */
const figuresOf = ofMany(async (db, ids): Promise<Figures[]> => {
  const [texts, inMarkets] = await Promise.all([figuresOfWallets(db, ids), loadInMarkets(db, ids)])
  return ids.map((id, place) => ({ text: texts[place] ?? '', inMarkets: inMarkets.get(id) }))
})

const rateTexts = new WeakMap<ShownRates, string>()
function textOf(rates: ShownRates): string {
  const known = rateTexts.get(rates)
  if (known !== undefined) return known
  const text = [...rates].map(([coin, rate]) => `${coin} ${rate?.numerator}/${rate?.denominator}`).join()
  rateTexts.set(rates, text)
  return text
}

const walletAssetsApi = implementOwn(walletAssets, async (_, { db, walletId, now }) => {
  const [{ text, inMarkets = new Map() }, rates] = await Promise.all([figuresOf(db)(walletId), shownRates(db, now)])
  return {
    mark: `${text} ${[...inMarkets].flat().join()} ${textOf(rates)}`,
    make: () => showAssets(listHoldings(readFigures(text), inMarkets), rates),
  }
})

function showAssets(own: readonly Holding[], rates: ShownRates): OutputOf<typeof walletAssets> {
  const rows = own.map((holding) => ({ holding, value: worthOf(rates, holding) }))
  return {
    items: rows.map(({ holding, value }) => ({
      coin: holding.asset,
      kind: isPoint(holding.asset) ? ('point' as const) : ('coin' as const),
      available: showUnits(holding.available),
      held: showUnits(holding.held),
      inOrders: showUnits(holding.inOrders),
      promised: showUnits(holding.promised),
      inMarkets: showUnits(holding.inMarkets),
      value: value === undefined ? null : showUnits(value),
    })),
    total: showUnits(rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n)),
    complete: rows.every(
      ({ holding, value }) => isPoint(holding.asset) || value !== undefined || sumOf(holding) === 0n,
    ),
  }
}

/** A zero amount is worth zero, even without a price. */
function worthOf(rates: ShownRates, holding: Holding): bigint | undefined {
  if (!isCoin(holding.asset)) return undefined
  const units = sumOf(holding)
  const rate = rates.get(holding.asset)
  if (units === 0n) return 0n
  return rate && multiply(units, rate, 'down')
}

export const showRecord = (record: WalletRecord): OutputOf<typeof walletRecord>['record'] => ({
  id: `${record.id}`,
  at: record.at.toISOString(),
  coin: record.asset,
  code: record.code,
  direction: record.direction,
  amount: showUnits(record.units),
  account: record.purpose,
  balanceAfter: showUnits(record.balance),
  counterpart: counterpartOf(record.other),
  ref: record.ref ?? '',
})

/** All assets except POWER, whose codes differ. */
const codedAlike = (Object.keys(assets) as Asset[]).filter((asset) => asset !== 'POWER')

const versionOf = ofMany(versionsOfWallets)

const walletRecordsApi = implementOwn(walletRecords, async (input, { db, walletId }) => ({
  mark: await versionOf(db)(walletId),
  make: () => loadRecords(db, walletId, input),
}))

type Shown = OutputOf<typeof walletRecord>['record']

/** Adds masked nicknames of counterparties with one query per page. */
async function namedRecords(db: Db, items: readonly Shown[]): Promise<Shown[]> {
  const ids = items.flatMap(({ counterpart: { kind, id } }) => (kind === 'wallet' ? [id as WalletId] : []))
  const nicknames = await nicknamesOf(db, [...new Set(ids)])
  return items.map((item) => {
    const name = item.counterpart.kind === 'wallet' ? maskNickname(nicknames.get(item.counterpart.id) ?? '') : ''
    return name ? { ...item, counterpart: { ...item.counterpart, name } } : item
  })
}

function spanAsked({ since, before, from, until }: InputOf<typeof walletRecords>): { from?: Date; until?: Date } {
  const [first, last] = [
    since ?? from,
    before === undefined ? until && addMs(new Date(until), dayMs) : new Date(before),
  ]
  return { ...(first ? { from: new Date(first) } : {}), ...(last ? { until: last } : {}) }
}

async function loadRecords(
  db: Db,
  walletId: WalletId,
  input: InputOf<typeof walletRecords>,
): Promise<OutputOf<typeof walletRecords>> {
  const { coin, code, cursor, page } = input
  const { from, until } = spanAsked(input)
  const pageSize = pageSizes[page]
  const rows = await recordsOf(db, {
    walletId,
    assets: coin ? [coin] : code === undefined ? undefined : codedAlike,
    codes: code === undefined ? undefined : [code],
    from,
    until,
    before: /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined,
    limit: pageSize + 1,
  })
  const items = await namedRecords(db, rows.slice(0, pageSize).map(showRecord))
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '' }
}

const walletRecordApi = (handedIn: HandedIn) =>
  implementRead(walletRecord, async ({ id }, { db, walletId }) => {
    const record = (await loadRecord(db, walletId, BigInt(id))) ?? fail('request.data_missing')
    const together = await recordsOfEntry(db, walletId, record.entry)
    return {
      record: showRecord(record),
      together: together.filter((other) => other.id !== record.id).map(showRecord),
      detail: await loadDetail(db, walletId, record.ref ?? '', handedIn),
    }
  })

const statementPageSize = 200

const pricesOf = async (sql: Sql, { from, until }: { readonly from: Date; readonly until: Date }) =>
  (await dayPrices(sql, { from: dayOf(from), before: dayOf(until) })).map(({ day, coin, price }) => ({
    day,
    coin,
    price: showUnits(price),
  }))

const walletStatementApi = implementRead(walletStatement, async ({ month: asked, cursor }, { db, walletId, now }) => {
  const months = monthsSince((await firstMonth(db, walletId)) ?? now, now)
  const month = chosenMonth(months, asked)
  const from = startOfMonth(month)
  const ends = startOfMonth(monthAfter(month))
  const isOver = ends <= now
  const span = { from, until: isOver ? ends : now }
  const after = readPlace(cursor)
  const rows = await statementRecords(db, walletId, span, { after, limit: statementPageSize + 1 })
  const items = rows.slice(0, statementPageSize)
  const last = items.at(-1)
  return {
    month,
    months,
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    sums: (await statementSums(db, walletId, from)).map(({ asset, ...sum }) => ({
      coin: asset,
      opening: showUnits(sum.opening),
      received: showUnits(sum.received),
      spent: showUnits(sum.spent),
      closing: showUnits(sum.closing),
      held: showUnits(sum.held),
      inOrders: showUnits(sum.inOrders),
    })),
    prices: after ? [] : await pricesOf(db, span),
    items: items.map(showRecord),
    next: rows.length > statementPageSize && last ? placeText(last) : '',
  }
})

const walletValueApi = implementRead(walletValue, async ({ period }, { db, walletId, now }) => {
  const today = dayOf(now)
  const first = addDays(today, -valueSpans[period])
  const movements = await movedDays(db, walletId, first)
  const [figures = ''] = await figuresOfWallets(db, [walletId])
  const rates = await shownRates(db, now)
  const ends = new Map(
    (await dayPrices(db, { from: first, before: today })).map(({ day, coin, price }) => [`${day} ${coin}`, price]),
  )
  const priceOf = (day: Day, coin: string): bigint | undefined => {
    if (coin === 'USDT') return unitsPerOne
    // An unsettled day uses current prices.
    const rate = isCoin(coin) ? rates.get(coin) : undefined
    return (
      ends.get(`${day} ${coin}`) ?? (day < addDays(today, -1) ? undefined : rate && multiply(unitsPerOne, rate, 'down'))
    )
  }
  const balances = new Map<string, bigint>(
    readFigures(figures)
      .filter(({ asset }) => isCoin(asset))
      .map((own) => [own.asset, own.available + own.held + own.inOrders]),
  )
  const { days, complete } = portfolioOf({ balances, movements, priceOf, first, today })
  return {
    days: days.map(({ day, value, moved, gain }) => ({
      day,
      value: showUnits(value),
      moved: showUnits(moved),
      gain: showUnits(gain),
    })),
    complete,
  }
})

/** @param handedIn loaders of details from other features. */
export const balancesCalls = (handedIn: HandedIn): readonly Implementation[] => [
  walletAssetsApi,
  walletRecordsApi,
  walletRecordApi(handedIn),
  walletStatementApi,
  walletValueApi,
]
