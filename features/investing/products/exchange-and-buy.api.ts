import { showUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { type Implementation, implement } from '#kit/wire/implement.api.ts'
import { makeTrades } from '#market/demo/make-trades.server.ts'
import { sidesOf } from '#market/trade/trade-rules.ts'
import { showOrder } from '../orders/detail/order-view.ts'
import { exchangeAndBuy } from './exchange-and-buy.contract.ts'
import { openOrder } from './open-orders.server.ts'

const exchangeAndBuyApi = implement(exchangeAndBuy, async (input, call) => {
  const { exchangeId, direction, giveAmount: amount, least, code: _code, ...order } = input
  // The order's entry uses the request's key, so the trade's entry needs another.
  const tradeCall = { ...call, requestId: `${call.requestId}:exchange` }
  const [traded] = await makeTrades([{ input: { exchangeId, direction, amount, least }, call: tradeCall }], call.tx)
  expect(traded, 'a trade has an outcome')
  if ('refusal' in traded) throw traded.refusal
  const bought = await openOrder(call.tx, { input: order, call })
  const { pair, units, received } = traded.answer
  return {
    order: showOrder(bought.order, bought.product, call.now),
    orderIds: bought.orders.map(({ id }) => id),
    exchanged: { ...sidesOf(pair, direction), amount: showUnits(units), received: showUnits(received) },
  }
})

export const exchangeAndBuyCalls: readonly Implementation[] = [exchangeAndBuyApi]
