import { lockWallets, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { askingOnce } from '#kit/asking-once.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import { type Outcome, outcomeOf, type SessionCall } from '#kit/wire/implement.api.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { gateGuard } from '#products/gates/gates.store.ts'
import { type Card, cardOf } from '#products/orders/card.ts'
import { addEvents } from '#products/orders/order-history.store.ts'
import { expectFewEnough, firstsOfLine, insertOrders } from '#products/orders/orders.store.ts'
import { keepCard, lockPoolOf } from '#products/orders/products.store.ts'
import { takeQuota } from '#products/orders/quota.store.ts'
import { loadBuyer } from '#products/purchase/buyer.store.ts'
import { isBoughtTogether, loadHoldingsOfMany } from '#products/purchase/facts.server.ts'
import { agreedShares, loadFigures } from '#products/purchase/figures.server.ts'
import { lookUpProduct } from '#products/purchase/product-lookup.server.ts'
import { lineOf } from '#products/registry.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { legsOf } from '#products/terms/legs.ts'
import type { Order, Product } from '#products/terms/order.ts'
import {
  decidePurchase,
  expectCard,
  expectOnSale,
  type Figures,
  type Holdings,
  periodOf,
  termsOf,
  timesFigures,
} from '#products/terms/purchase.ts'
import type { buyOrder } from '../investing.contract.ts'

export type Purchase = {
  readonly input: InputOf<typeof buyOrder>
  readonly call: Pick<SessionCall, 'walletId' | 'requestId' | 'now'>
}
/** `orders` has one order per piece; `order` is the first. */
export type Opened = { readonly order: Order; readonly orders: readonly Order[]; readonly product: Product }
/** `figures` are per piece. */
type Agreed = {
  readonly purchase: Purchase
  readonly figures: Figures
  readonly reinvest: boolean
  readonly quantity: number
}

const units = (text: string): bigint => parseUnits(text) ?? fail('field.format', { field: 'number' })

/** @throws field.required if the choice is missing, field.format if the line offers none */
function reinvestOf({ line }: Product, reinvest: boolean | undefined): boolean {
  if (lineOf(line).fixed) return reinvest ?? fail('field.required', { field: 'reinvest' })
  return reinvest ? fail('field.format', { field: 'reinvest' }) : false
}

/** @throws field.format if the line has no pieces, or above the maximum per purchase; invest.already_node_user if the maximum is 1 */
export function quantityOf({ line }: Product, quantity: number | undefined): number {
  const most = lineOf(line).piecesMost
  if (quantity === undefined || (most !== undefined && quantity <= most)) return quantity ?? 1
  return most === 1 ? fail('invest.already_node_user') : fail('field.format', { field: 'quantity' })
}

/** @throws the refusal */
export async function openOrder(tx: Tx, purchase: Purchase): Promise<Opened> {
  const [outcome] = await openOrders(tx, [purchase])
  if (!outcome) throw new Error('a purchase has an outcome')
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.answer
}

/**
 * Opens orders for different wallets in one transaction. A refused purchase writes nothing and does not affect the others. An exception
 * undoes all.
 */
export async function openOrders(tx: Tx, purchases: readonly Purchase[]): Promise<Outcome<Opened>[]> {
  const wallets = await lockWallets(
    tx,
    purchases.map(({ call }) => call.walletId),
  )
  const outcomes: Outcome<Opened>[] = []
  const shared = askingOnce(tx)
  const ofProduct = new Map<number, { product: Product; places: number[] }>()
  for (const [place, { input, call }] of purchases.entries()) {
    const named = await outcomeOf(async () => {
      refuseWhileStopped(wallets.get(call.walletId) ?? fail('identity.wallet_unknown'))
      return lookUpProduct(shared, input)
    })
    if ('refusal' in named) {
      outcomes[place] = named
      continue
    }
    const known = ofProduct.get(named.answer.id)
    if (known) known.places.push(place)
    else ofProduct.set(named.answer.id, { product: named.answer, places: [place] })
  }
  // A fixed order avoids deadlocks between pool locks.
  const inOrder = [...ofProduct.values()].toSorted(({ product: one }, { product: other }) =>
    one.line === other.line ? one.id - other.id : one.line < other.line ? -1 : 1,
  )
  for (const { product, places } of inOrder)
    for (const some of isBoughtTogether(product) ? [places] : places.map((place) => [place])) {
      const opened = await openOfProduct(
        tx,
        product,
        some.map((place) => purchases[place] as Purchase),
      )
      for (const [nth, place] of some.entries()) outcomes[place] = opened[nth] as Outcome<Opened>
    }
  return outcomes
}

/** Pass several purchases only if each affects just the pool for the next. */
async function openOfProduct(tx: Tx, product: Product, purchases: readonly Purchase[]): Promise<Outcome<Opened>[]> {
  const card = cardOf(product)
  const agreed = await agree(tx, product, card, purchases)
  const asking = answersOf(agreed)
  const { fixed, source } = lineOf(product.line)
  if (asking.length > 0 && (fixed || source)) await lockPoolOf(tx, product.line)
  const decided = await decide(tx, product, asking)
  const orders = await write(tx, product, card, answersOf(decided))
  const [ofAgreed, ofDecided, ofOrders] = [agreed.values(), decided.values(), orders.values()]
  return [...ofAgreed].map((outcome) => {
    if ('refusal' in outcome) return outcome
    const after = ofDecided.next().value as Outcome<Agreed>
    if ('refusal' in after) return after
    const own = ofOrders.next().value as readonly Order[]
    return { answer: { order: own[0] as Order, orders: own, product } }
  })
}

const answersOf = <Out>(outcomes: readonly Outcome<Out>[]): Out[] =>
  outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []))

/** Checks that need no pool lock. */
async function agree(tx: Tx, product: Product, card: Card, purchases: readonly Purchase[]): Promise<Outcome<Agreed>[]> {
  const { line } = product
  const ids = purchases.map(({ call }) => call.walletId)
  const pass = await gateGuard(tx, ids, product)
  const firstOf = await firstsOfLine(tx, ids, line)
  const shared = askingOnce(tx)
  const outcomes: Outcome<Agreed>[] = []
  for (const purchase of purchases)
    outcomes.push(
      await outcomeOf(async () => {
        const { input, call } = purchase
        const { walletId, now } = call
        expectOnSale(product, now)
        pass(walletId, now)
        const quantity = quantityOf(product, input.quantity)
        await expectFewEnough(tx, walletId, line, quantity)
        const terms = termsOf(product, periodOf(product, input.days))
        lineOf(line).gate?.(terms, await loadBuyer(tx, walletId, line))
        expectCard(input.card, card.hash)
        const reinvest = reinvestOf(product, input.reinvest)
        const wanted = { product, terms, units: units(input.amount), first: firstOf(walletId) }
        const figures = agreedShares(await loadFigures(shared, wanted, now), input.leastShares)
        return { purchase, figures, reinvest, quantity }
      }),
    )
  return outcomes
}

/** In sequence, because each promise reduces the pool. A quota is taken last. */
async function decide(tx: Tx, product: Product, asking: readonly Agreed[]): Promise<Outcome<Agreed>[]> {
  const [first] = asking
  if (!first) return []
  const ids = asking.map(({ purchase }) => purchase.call.walletId)
  const holdings = await loadHoldingsOfMany(tx, product, ids, first.purchase.call.now)
  const outcomes: Outcome<Agreed>[] = []
  let promised = 0n
  for (const [place, agreed] of asking.entries()) {
    const { figures, purchase, quantity } = agreed
    const all = timesFigures(figures, quantity)
    const { sideMax } = purchase.input
    const have = holdings[place] as Holdings
    const outcome = await outcomeOf(async () => {
      const left = { ...have, poolFree: have.poolFree - promised }
      decidePurchase(figures, left, sideMax === undefined ? undefined : units(sideMax), quantity)
      await takeQuota(tx, product, all.baseUnits, purchase.call.now)
      return agreed
    })
    if ('answer' in outcome) promised += all.promiseUnits
    outcomes.push(outcome)
  }
  return outcomes
}

/** The first piece uses the request's key. */
const keyOf = ({ requestId }: Purchase['call'], piece: number): string =>
  piece === 0 ? requestId : `${requestId}:${piece + 1}`

/** @returns each purchase's orders, in the order of `allowed` */
async function write(tx: Tx, product: Product, card: Card, allowed: readonly Agreed[]): Promise<Order[][]> {
  if (allowed.length === 0) return []
  await keepCard(tx, product, card)
  const pieces = allowed.flatMap((agreed) =>
    Array.from({ length: agreed.quantity }, (_, piece) => ({ ...agreed, piece })),
  )
  const orders = await insertOrders(
    tx,
    pieces.map(({ purchase: { call }, figures, reinvest }) => ({
      walletId: call.walletId,
      productId: product.id,
      figures,
      cardHash: card.hash,
      reinvest,
      at: call.now,
    })),
  )
  const line = lineOf(product.line)
  const entries = orders.map((order, place) => {
    const { piece, purchase } = pieces[place] as (typeof pieces)[number]
    const key = keyOf(purchase.call, piece)
    return { key, at: purchase.call.now, ref: `order:${order.id}`, postings: line.open(order) }
  })
  await postMany(
    tx,
    entries.filter(({ postings }) => postings.length > 0),
  )
  await addEvents(
    tx,
    orders.map((order) => ({
      order,
      at: order.boughtAt,
      kind: 'bought',
      params: { paid: coinsText(...legsOf(order)) },
    })),
  )
  const rest = [...orders]
  return allowed.map(({ quantity }) => rest.splice(0, quantity))
}
