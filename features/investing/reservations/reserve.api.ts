import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { implement } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { expectGates } from '#products/gates/gates.store.ts'
import { cardOf } from '#products/orders/card.ts'
import { addEvent } from '#products/orders/order-history.store.ts'
import { insertOrder, isFirstOfLine, updateOrder } from '#products/orders/orders.store.ts'
import { keepCard, loadProduct, lockPoolOf } from '#products/orders/products.store.ts'
import { loadPrices } from '#products/purchase/facts.server.ts'
import { loadReserving } from '#products/reservations/offer.server.ts'
import { decideReservation, priceOfPlace } from '#products/reservations/offer.ts'
import { logQueue } from '#products/reservations/queue-log.store.ts'
import { reserve } from '#products/reservations/reservation.ts'
import { insertReservation } from '#products/reservations/reservations.store.ts'
import { viewReservation } from '#products/reservations/view.server.ts'
import { coinsText } from '#products/terms/coins-text.ts'
import { expectCard, expectOnSale, figuresOf, periodOf, termsOf } from '#products/terms/purchase.ts'
import { reserveOrder } from './reservations.contract.ts'

export const reserveOrderApi = implement(reserveOrder, async (input, { tx, walletId, requestId, now }) => {
  refuseWhileStopped(await lockWallet(tx, walletId))
  const product = await loadProduct(tx, input.productId)
  expectOnSale(product, now)
  await expectGates(tx, walletId, product, now)
  const terms = termsOf(product, periodOf(product, input.days))
  const card = cardOf(product)
  expectCard(input.card, card.hash)
  const units = parseUnits(input.amount) ?? fail('field.format', { field: 'number' })
  // Reservations are served one at a time, in the order of these locks.
  await lockPoolOf(tx, product.line)
  const prices = await loadPrices(tx, product, now)
  const first = await isFirstOfLine(tx, walletId, product.line)
  // Assumed: the order's value is fixed now, as is the CREDIT it takes. The side coin is computed when the balance is paid.
  const { sideValueUnits } = figuresOf(terms, units, { ...prices, side: oneForOne }, now, first)
  const figures = figuresOf({ ...terms, sideShare: '0' }, units, prices, now, first)
  decideReservation(product, figures, await loadReserving(tx, product, walletId, now))
  const { prepaidUnits, creditUnits } = priceOfPlace(figures)
  await keepCard(tx, product, card)
  const reserved = await insertOrder(tx, {
    walletId,
    productId: product.id,
    figures: { ...figures, terms, sideValueUnits, promiseUnits: 0n },
    cardHash: card.hash,
    reinvest: input.reinvest,
    at: now,
    state: 'reserved',
  })
  const price = { orderId: reserved.id, walletId, productId: product.id, baseUnits: units, prepaidUnits, creditUnits }
  const reservation = await insertReservation(tx, { ...price, reservedAt: now })
  const postings = reserve(reservation, reserved)
  await post(tx, { key: requestId, at: now, ref: `order:${reserved.id}`, postings })
  const order = await updateOrder(tx, reserved, { state: 'queued' })
  const prepaid = coinsText({ asset: product.base, units: prepaidUnits })
  await addEvent(tx, { order, at: now, kind: 'reserved', params: { prepaid, credit: showUnits(creditUnits) } })
  const queued = { productId: product.id, orderId: order.id, change: 'queued', baseUnits: units } as const
  await logQueue(tx, [{ ...queued, at: now, coin: product.base }])
  return { reservation: await viewReservation(tx, order, reservation, now) }
})

/** Placeholder for the side coin's unknown price. */
const oneForOne = { numerator: 1n, denominator: 1n }
