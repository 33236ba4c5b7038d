import { parseUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementMany, implementRead, type OneOf } from '#kit/wire/implement.api.ts'
import { loadGates } from '#products/gates/gates.store.ts'
import { lineOpenings, refuseClosedLine } from '#products/gates/line-openings.ts'
import { cardOf, showCard } from '#products/orders/card.ts'
import { isFirstOfLine } from '#products/orders/orders.store.ts'
import { loadProduct, loadProducts } from '#products/orders/products.store.ts'
import { loadBuyer } from '#products/purchase/buyer.store.ts'
import { loadHoldings, loadProductFacts } from '#products/purchase/facts.server.ts'
import { loadFigures } from '#products/purchase/figures.server.ts'
import { loadJointMarket } from '#products/purchase/joint-market.store.ts'
import type { ProductFacts } from '#products/purchase/product-facts.ts'
import { lineOf } from '#products/registry.ts'
import { loadOffer } from '#products/reservations/offer.server.ts'
import { latelyOf, showLately, timesLately } from '#products/result/lately.ts'
import { monthOf } from '#products/result/month.ts'
import { orderOf, outcomesOf, showOutcome, timesToday } from '#products/result/outcomes.ts'
import { loadSeen, loadToday } from '#products/result/today.server.ts'
import { legsOf } from '#products/terms/legs.ts'
import type { Product } from '#products/terms/order.ts'
import { problemOf } from '#products/terms/problem.ts'
import {
  decidePurchase,
  expectOnSale,
  hasNoTerm,
  holdingsToQuote,
  periodOf,
  termsOf,
  timesFigures,
} from '#products/terms/purchase.ts'
import { buyOrder, getProduct, getTerms, listProducts } from '../investing.contract.ts'
import { showOrder } from '../orders/detail/order-view.ts'
import { showProduct, showQuote, showSibling } from './detail/product-view.ts'
import { openOrders, quantityOf } from './open-orders.server.ts'

const units = (text: string): bigint => parseUnits(text) ?? fail('field.format', { field: 'number' })

const listProductsApi = implementRead(listProducts, async (_, { db, now }) => {
  const facts = await loadProductFacts(db, await loadProducts(db), now)
  const seen = await loadSeen(db, now)
  return { items: facts.map((each) => showProduct(each, monthOf(each, seen))) }
})

async function loadFacts(sql: Sql, product: Product, now: Date): Promise<ProductFacts> {
  const [facts] = await loadProductFacts(sql, [product], now)
  expect(facts, 'a product has its facts')
  return facts
}

async function loadTerms(sql: Sql, facts: ProductFacts, now: Date): Promise<OutputOf<typeof getTerms>> {
  const { product } = facts
  return {
    product: showProduct(facts, monthOf(facts, await loadSeen(sql, now))),
    siblings: (await loadProducts(sql))
      .filter(({ line }) => line === product.line)
      .map((each) => ({
        ...showSibling(each),
        weight: each.periods[0]?.weight ?? null,
      })),
    card: showCard(cardOf(product)),
    market: await loadJointMarket(sql, product, now),
  }
}

const getTermsApi = implementRead(getTerms, async ({ productId }, { db, now }) =>
  loadTerms(db, await loadFacts(db, await loadProduct(db, productId), now), now),
)

const getProductApi = implementRead(
  getProduct,
  async ({ productId, amount, days, quantity }, { db, walletId, now }) => {
    const product = await loadProduct(db, productId)
    const facts = await loadFacts(db, product, now)
    const terms = await loadTerms(db, facts, now)
    const firstOfLine = await isFirstOfLine(db, walletId, product.line)
    const gates = await loadGates(db, walletId, product.line, now)
    const answer = { ...terms, firstOfLine: firstOfLine === true, gates }
    if (amount === undefined || (days === undefined && !hasNoTerm(product))) return { ...answer, quote: null }
    const asked = termsOf(product, periodOf(product, days))
    const figures = await loadFigures(db, { product, terms: asked, units: units(amount), first: firstOfLine }, now)
    const pieces = quantity ?? 1
    const all = timesFigures(figures, pieces)
    const holdings = await loadHoldings(db, product, walletId, now)
    const offer = await loadOffer(db, { product, walletId, figures: all }, now)
    const buyer = await loadBuyer(db, walletId, product.line)
    const openings = await readSetting(db, lineOpenings)
    const problem = problemOf(() => {
      expectOnSale(product, now)
      refuseClosedLine(openings, product.line, now)
      lineOf(product.line).gate?.(asked, buyer)
      quantityOf(product, quantity)
      if (offer) offer.decide()
      else decidePurchase(figures, holdingsToQuote(holdings), undefined, pieces)
    })
    const ways = outcomesOf(orderOf(all), timesToday(await loadToday(db, product, now), pieces)).map(showOutcome)
    const one = orderOf(figures)
    const lately = latelyOf(one, legsOf(one), facts)
    const quote = {
      ...showQuote(all, problem),
      ...{ ways, reservation: offer?.reservation ?? null },
      lately: showLately(lately && timesLately(lately, pieces)),
    }
    return { ...answer, quote }
  },
)

async function buyOrders(calls: readonly OneOf<InputOf<typeof buyOrder>>[], tx: Tx) {
  const outcomes = await openOrders(tx, calls)
  return outcomes.map((outcome, place) => {
    if ('refusal' in outcome) return outcome
    const { order, orders, product } = outcome.answer
    const shown = showOrder(order, product, calls[place]?.call.now ?? order.boughtAt)
    return { answer: { order: shown, orderIds: orders.map(({ id }) => id) } }
  })
}

// Sequential, to avoid deadlocks between pool locks.
const buyOrderApi = implementMany(buyOrder, buyOrders, { oneAtATime: true })

export const productCalls: readonly Implementation[] = [listProductsApi, getTermsApi, getProductApi, buyOrderApi]
