import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/ledger.store.ts'
import { expectGates, loadGates } from '#products/gates/gates.store.ts'
import { lineOpenings, refuseClosedLine } from '#products/gates/line-openings.ts'
import { cardOf, showCard } from '#products/orders/card.ts'
import { addEvent } from '#products/orders/order-history.store.ts'
import { expectFewEnough, insertOrder, isFirstOfLine } from '#products/orders/orders.store.ts'
import { keepCard, loadProduct, loadProducts, lockPoolOf } from '#products/orders/products.store.ts'
import { takeQuota } from '#products/orders/quota.store.ts'
import { loadBuyer } from '#products/purchase/buyer.store.ts'
import { loadHoldings, loadProductFacts } from '#products/purchase/facts.store.ts'
import { agreedShares, loadFigures } from '#products/purchase/figures.server.ts'
import { loadJointMarket } from '#products/purchase/joint-market.store.ts'
import { loadNamed } from '#products/purchase/named.server.ts'
import { lineOf } from '#products/registry.ts'
import { loadOffer } from '#products/reservations/offer.server.ts'
import { loadToday } from '#products/result/today.server.ts'
import { orderOf, showWay, waysOf } from '#products/result/ways.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { legsOf } from '#products/terms/legs.ts'
import type { Order, Product } from '#products/terms/order.ts'
import { problemOf } from '#products/terms/problem.ts'
import { decidePurchase, expectCard, expectOnSale, hasNoTerm, periodOf, termsOf } from '#products/terms/purchase.ts'
import { buyOrder, getProduct, getTerms, listProducts } from '../investing.contract.ts'
import { showOrder } from '../orders/order-view.ts'
import { showProduct, showQuote } from './product-view.ts'

const units = (text: string): bigint => parseUnits(text) ?? fail('field.format', { field: 'number' })

const listProductsApi = implementRead(listProducts, async (_, { db, now }) => {
  const facts = await loadProductFacts(db, await loadProducts(db), now)
  return { items: facts.map(showProduct) }
})

/** What anybody is told of a product. */
async function loadTerms(sql: Sql, product: Product, now: Date): Promise<OutputOf<typeof getTerms>> {
  const [facts] = await loadProductFacts(sql, [product], now)
  expect(facts, 'a product has its facts')
  return {
    product: showProduct(facts),
    card: showCard(cardOf(product)),
    market: await loadJointMarket(sql, product, now),
  }
}

const getTermsApi = implementRead(getTerms, async ({ productId }, { db, now }) =>
  loadTerms(db, await loadProduct(db, productId), now),
)

const getProductApi = implementRead(getProduct, async ({ productId, amount, days }, { db, walletId, now }) => {
  const product = await loadProduct(db, productId)
  const terms = await loadTerms(db, product, now)
  const firstOfLine = await isFirstOfLine(db, walletId, product.line)
  const gates = await loadGates(db, walletId, product.line)
  const answer = { ...terms, firstOfLine: firstOfLine === true, gates }
  if (amount === undefined || (days === undefined && !hasNoTerm(product))) return { ...answer, quote: null }
  const asked = termsOf(product, periodOf(product, days))
  const figures = await loadFigures(db, { product, terms: asked, units: units(amount), first: firstOfLine }, now)
  const holdings = await loadHoldings(db, product, walletId, now)
  const offer = await loadOffer(db, { product, walletId, figures }, now)
  const buyer = await loadBuyer(db, walletId, product.line)
  const openings = await readSetting(db, lineOpenings)
  const problem = problemOf(() => {
    expectOnSale(product, now)
    refuseClosedLine(openings, product.line, now)
    lineOf(product.line).gate?.(asked, buyer)
    if (offer) offer.decide()
    else decidePurchase(figures, holdings)
  })
  const ways = waysOf(orderOf(figures), await loadToday(db, product, now)).map(showWay)
  return { ...answer, quote: { ...showQuote(figures, problem), ways, reservation: offer?.reservation ?? null } }
})

/** The choice at the end of a round, where there is one to make. @throws field.required without it, field.format where there is none */
function reinvestOf({ line }: Product, reinvest: boolean | undefined): boolean {
  if (lineOf(line).fixed) return reinvest ?? fail('field.required', { field: 'reinvest' })
  return reinvest ? fail('field.format', { field: 'reinvest' }) : false
}

const buyOrderApi = implement(buyOrder, async (input, call) => {
  const { order, product } = await openOrder(input, call)
  return { order: showOrder(order, product, call.now) }
})

/** What a purchase needs to know of the call it comes by. */
export type PurchaseCall = Pick<SessionCall, 'walletId' | 'requestId' | 'now'> & { readonly tx: Tx }

/** Opens an order of any line, whichever call asked for it: checks, takes the coins, sets aside what is promised, in one step. */
export async function openOrder(
  input: InputOf<typeof buyOrder>,
  { tx, walletId, requestId, now }: PurchaseCall,
): Promise<{ order: Order; product: Product }> {
  refuseWhileStopped(await lockWallet(tx, walletId))
  const product = await loadNamed(tx, input)
  expectOnSale(product, now)
  await expectGates(tx, walletId, product.line, now)
  await expectFewEnough(tx, walletId, product.line)
  const terms = termsOf(product, periodOf(product, input.days))
  const line = lineOf(product.line)
  line.gate?.(terms, await loadBuyer(tx, walletId, product.line))
  const card = cardOf(product)
  expectCard(input.card, card.hash)
  const first = await isFirstOfLine(tx, walletId, product.line)
  const quoted = await loadFigures(tx, { product, terms, units: units(input.amount), first }, now)
  const figures = agreedShares(quoted, input.leastShares)
  if (line.fixed || line.source) await lockPoolOf(tx, product.line)
  const holdings = await loadHoldings(tx, product, walletId, now)
  decidePurchase(figures, holdings, input.sideMax === undefined ? undefined : units(input.sideMax))
  await takeQuota(tx, product, figures.baseUnits, now)
  const reinvest = reinvestOf(product, input.reinvest)
  await keepCard(tx, product, card)
  const cardHash = card.hash
  const order = await insertOrder(tx, { walletId, productId: product.id, figures, cardHash, reinvest, at: now })
  const postings = line.open(order)
  if (postings.length > 0) await post(tx, { key: requestId, at: now, ref: `order:${order.id}`, postings })
  await addEvent(tx, { order, at: now, kind: 'bought', params: { paid: coinsText(...legsOf(order)) } })
  return { order, product }
}

export const productCalls: readonly Implementation[] = [listProductsApi, getTermsApi, getProductApi, buyOrderApi]
