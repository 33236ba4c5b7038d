import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, typedAmount } from '#kit/wire/fields.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { buyOrder } from '../investing.contract.ts'

const trade = makeTrade.input.entries

export const exchangeAndBuy = contract({
  method: 'POST',
  path: '/invest/exchange-and-buy',
  access: 'money',
  orPasskey: true,
  summary: 'Exchanges a coin and buys an order with the proceeds in one atomic operation.',
  input: v.object({
    ...buyOrder.input.entries,
    exchangeId: trade.exchangeId,
    direction: trade.direction,
    giveAmount: typedAmount,
    /** Minimum amount that the exchange must yield. */
    least: trade.least,
    /** The Google code, if the value of the exchange requires it. */
    code: trade.code,
  }),
  wire: buyOrder.wire ?? {},
  secondFactor: { field: 'code', purpose: 'move' },
  output: v.object({
    ...buyOrder.output.entries,
    exchanged: v.object({ give: coin, amount: exactAmount, receive: coin, received: exactAmount }),
  }),
  failures: [...new Set([...makeTrade.failures, ...buyOrder.failures])],
})
