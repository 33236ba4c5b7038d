import { addDays, type Day, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadPaid, loadProducts } from '#products/orders/products.store.ts'
import { loadRealised } from '#products/purchase/realised.store.ts'
import { accrualOf, lineOf } from '#products/registry.ts'
import type { Product } from '#products/terms/order.ts'
import { shareText } from '#products/terms/share.ts'
import { flowSpan, flowsBefore, flowTexts } from '#proofs/flows/flows.store.ts'
import { rowsOf } from '#proofs/flows/flows.ts'
import { poolSums } from './pools.contract.ts'

/** As many days as a page of statements has. */
const daysShown = 31

type Rate = OutputOf<typeof poolSums>['rates'][number]

/** Rounds of a fixed line, one by one; of other lines a day, where anything may be compared at all. */
async function ratesOf(sql: Sql, now: Date): Promise<Rate[]> {
  const products = (await loadProducts(sql)).filter(({ openFrom }) => openFrom <= now)
  const paid = await loadPaid(sql)
  const ever = await loadRealised(sql, now, '2020-01-01' as Day)
  const rates: Rate[] = []
  for (const product of products) {
    const { id: productId, line, base, side = null, lineTerms, periods } = product
    const of = { productId, line, base, side }
    if (accrualOf(lineOf(line)) === 'fixed')
      rates.push(...periods.map((period) => ({ ...of, ...fixedRate(product, period, paid) })))
    const real = await ever(product)
    if (!real || real.principal === 0n) continue
    const advertised = lineTerms?.mostPerDay ?? null
    rates.push({ ...of, period: null, advertised, realised: shareText(real.paid, real.principal), count: real.days })
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

const poolSumsApi = implementRead(poolSums, async (_, { db, now }) => {
  const span = await flowSpan(db)
  if (!span) return { first: null, days: [], before: '[]', rates: await ratesOf(db, now) }
  const from = addDays(span.last, 1 - daysShown)
  return {
    first: span.first,
    days: await flowTexts(db, from, span.last),
    before: JSON.stringify(rowsOf(startOf(from) > startOf(span.first) ? await flowsBefore(db, from) : [])),
    rates: await ratesOf(db, now),
  }
})

/** What pools have, had and paid. */
export const poolCalls: readonly Implementation[] = [poolSumsApi]
