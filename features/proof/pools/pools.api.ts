import { LRUCache } from 'lru-cache'
import { showUnits } from '#kit/amount/amount.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { addDays, type Day, isDay } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { dayPrices } from '#market/prices/day-prices.store.ts'
import { mostPerDay } from '#products/lines/machine/machine.ts'
import { loadPaid, loadProducts } from '#products/orders/products.store.ts'
import { loadRealised } from '#products/purchase/realised.store.ts'
import { loadSpent } from '#products/purchase/spent.store.ts'
import { accrualOf, lineOf } from '#products/registry.ts'
import type { Product } from '#products/terms/order.ts'
import { shareText } from '#products/terms/share.ts'
import { flowSpan, flowsBefore, flowTexts, paidByDay } from '#proofs/flows/flows.store.ts'
import { rowsOf } from '#proofs/flows/flows.ts'
import { poolSums } from './pools.contract.ts'
import { payers, worthsOf } from './spent-products.ts'

const daysShown = 31

const firstDay = '2020-01-01' as Day

type Rate = OutputOf<typeof poolSums>['rates'][number]

/** Advertised income per day, fixed or as a maximum. A package's income is fixed unless a price is missing. */
function advertisedOf({ line, lineTerms }: Product): Pick<Rate, 'advertised' | 'most'> {
  if (line === 'package') return { advertised: lineTerms?.releasePerDay ?? null, most: false }
  const advertised = line === 'machine' ? mostPerDay : (lineTerms?.mostPerDay ?? null)
  return { advertised, most: advertised !== null }
}

/** Rates per round for fixed lines, per day for other comparable lines. */
async function ratesOf(sql: Sql, now: Date): Promise<Rate[]> {
  const products = (await loadProducts(sql)).filter(({ openFrom }) => openFrom <= now)
  const paid = await loadPaid(sql)
  const ever = await loadRealised(sql, now, firstDay)
  const spent = await loadSpent(sql)
  const rates: Rate[] = []
  for (const product of products) {
    const { id: productId, line, base, lineTerms, periods } = product
    const of = { productId, line, base, side: lineTerms?.pays ?? product.side ?? null }
    if (accrualOf(lineOf(line)) === 'fixed')
      rates.push(...periods.map((period) => ({ ...of, ...fixedRate(product, period, paid), most: false })))
    const real = (await ever(product)) ?? spent.get(productId)
    if (!real || real.principal === 0n) continue
    const realised = shareText(real.paid, real.principal)
    rates.push({ ...of, period: null, ...advertisedOf(product), realised, count: real.days })
  }
  return rates
}

function fixedRate(
  { id }: Product,
  { days, rate }: Product['periods'][number],
  paid: Awaited<ReturnType<typeof loadPaid>>,
): Pick<Rate, 'period' | 'advertised' | 'realised' | 'count'> {
  const real = paid.get(`${id}:${days}`)
  const realised = real && real.principal > 0n ? shareText(real.interest, real.principal) : null
  return { period: days, advertised: rate, realised, count: real?.rounds ?? 0 }
}

async function worthsNow(sql: Sql, last: Day): Promise<OutputOf<typeof poolSums>['worths']> {
  const paid = await paidByDay(sql, Object.values(payers))
  const prices = await dayPrices(sql, { from: firstDay, before: last })
  return worthsOf(paid, prices).map(({ line, units }) => ({ line, worth: showUnits(units) }))
}

/** Maximum number of cached sums, which never change but grow over the years. */
const sumsMax = 400

/** Computed once and sequentially, so requests for many days do not block others. */
function rememberedSums() {
  const made = new LRUCache<Day, Promise<string>>({ max: sumsMax })
  let turn: Promise<unknown> = Promise.resolve()
  return (sql: Sql, day: Day): Promise<string> => {
    const known = made.get(day)
    if (known) return known
    const sums = turn.then(async () => JSON.stringify(rowsOf(await flowsBefore(sql, day))))
    turn = sums.catch(() => made.delete(day))
    made.set(day, sums)
    return sums
  }
}

const sumsBefore = new WeakMap<Db, ReturnType<typeof rememberedSums>>()
const sumsOf = (db: Db): ReturnType<typeof rememberedSums> => {
  const known = sumsBefore.get(db) ?? rememberedSums()
  sumsBefore.set(db, known)
  return known
}

const poolSumsApi = implementRead(poolSums, async ({ cursor }, { db, now }) => {
  const span = await flowSpan(db)
  const isOlder = isDay(cursor)
  const rates = isOlder ? [] : await ratesOf(db, now)
  const none = { first: span?.first ?? null, days: [], before: '[]', next: '', worths: [], rates }
  if (!span) return none
  const last = isOlder && cursor <= span.last ? addDays(cursor, -1) : span.last
  if (last < span.first) return none
  const from = addDays(last, 1 - daysShown)
  const isMore = from > span.first
  return {
    ...none,
    days: await flowTexts(db, from, last),
    before: isMore ? await sumsOf(db)(db, from) : '[]',
    next: isMore ? from : '',
    worths: isOlder ? [] : await worthsNow(db, span.last),
  }
})

export const poolCalls: readonly Implementation[] = [poolSumsApi]
