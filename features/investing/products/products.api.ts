import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import { expect } from '#kit/expect.ts'
import { fail, Refusal } from '#kit/failure.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/ledger.store.ts'
import { coinsText } from '../coins-text.ts'
import { buyOrder, getProduct, listProducts } from '../investing.contract.ts'
import type { Product } from '../orders/order.ts'
import { addEvent } from '../orders/order-history.store.ts'
import { showOrder } from '../orders/order-view.ts'
import { insertOrder, isFirstOfLine } from '../orders/orders.store.ts'
import { cardOf, showCard } from './card.ts'
import { loadHoldings, loadPrices, loadProductFacts } from './facts.store.ts'
import { legsOf } from './legs.ts'
import { showProduct, showQuote } from './product-view.ts'
import { keepCard, loadProduct, loadProducts, lockPoolOf } from './products.store.ts'
import { decidePurchase, expectCard, expectOnSale, figuresOf, periodOf, termsOf } from './purchase.ts'
import { lineOf } from './registry.ts'

const units = (text: string): bigint => parseUnits(text) ?? fail('field.format', { field: 'number' })

const listProductsApi = implementRead(listProducts, async (_, { db, now }) => {
  const facts = await loadProductFacts(db, await loadProducts(db), now)
  return { items: facts.map(showProduct) }
})

/** What would refuse the purchase now, if anything. */
function problemOf(decide: () => void): Refusal | undefined {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

const getProductApi = implementRead(getProduct, async ({ productId, amount, days }, { db, walletId, now }) => {
  const product = await loadProduct(db, productId)
  const [facts] = await loadProductFacts(db, [product], now)
  expect(facts, 'a product has its facts')
  const firstOfLine = await isFirstOfLine(db, walletId, product.line)
  const answer = { product: showProduct(facts), card: showCard(cardOf(product)), firstOfLine }
  if (amount === undefined || days === undefined) return { ...answer, quote: null }
  const terms = termsOf(product, periodOf(product, days))
  const figures = figuresOf(terms, units(amount), await loadPrices(db, product, now), now, firstOfLine)
  const holdings = await loadHoldings(db, product, walletId)
  const problem = problemOf(() => {
    expectOnSale(product, now)
    decidePurchase(figures, holdings)
  })
  return { ...answer, quote: showQuote(figures, problem) }
})

/** The choice at the end of a round, where there is one to make. @throws field.required without it, field.format where there is none */
function reinvestOf({ line }: Product, reinvest: boolean | undefined): boolean {
  if (lineOf(line).fixed) return reinvest ?? fail('field.required', { field: 'reinvest' })
  return reinvest ? fail('field.format', { field: 'reinvest' }) : false
}

const buyOrderApi = implement(buyOrder, async (input, { tx, walletId, requestId, now }) => {
  refuseWhileStopped(await lockWallet(tx, walletId))
  const product = await loadProduct(tx, input.productId)
  expectOnSale(product, now)
  const terms = termsOf(product, periodOf(product, input.days))
  const card = cardOf(product)
  expectCard(input.card, card.hash)
  const first = await isFirstOfLine(tx, walletId, product.line)
  const figures = figuresOf(terms, units(input.amount), await loadPrices(tx, product, now), now, first)
  if (lineOf(product.line).fixed) await lockPoolOf(tx, product.line)
  const holdings = await loadHoldings(tx, product, walletId)
  decidePurchase(figures, holdings, input.sideMax === undefined ? undefined : units(input.sideMax))
  const reinvest = reinvestOf(product, input.reinvest)
  await keepCard(tx, product, card)
  const cardHash = card.hash
  const order = await insertOrder(tx, { walletId, productId: product.id, figures, cardHash, reinvest, at: now })
  const entry = { key: requestId, at: now, ref: `order:${order.id}`, postings: lineOf(product.line).open(order) }
  await post(tx, entry)
  await addEvent(tx, { order, at: now, kind: 'bought', params: { paid: coinsText(...legsOf(order)) } })
  return { order: showOrder(order, product, now) }
})

export const productCalls: readonly Implementation[] = [listProductsApi, getProductApi, buyOrderApi]
