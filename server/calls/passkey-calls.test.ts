import { expect, it } from 'vitest'
import { accelerate, cancelAcceleration } from '#features/investing/acceleration/acceleration.contract.ts'
import { buyOrder, cancelOrder, redeemOrder, setReinvest } from '#features/investing/investing.contract.ts'
import { exchangeAndBuy } from '#features/investing/products/exchange-and-buy.contract.ts'
import {
  cancelReservation,
  payReservation,
  reserveOrder,
} from '#features/investing/reservations/reservations.contract.ts'
import { postAd } from '#features/otc/ads/ads.contract.ts'
import { releaseCoins, takeAd } from '#features/otc/orders/transactions.contract.ts'
import { compensatePower } from '#features/power/power.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { routes } from './routes.ts'

it('a passkey stands for the password in these calls alone: they move coins, and a repeat changes nothing', () => {
  const found = routes(true).filter(({ contract }) => contract.orPasskey)
  const marked = found.map(({ contract }) => contract)
  const meant = [
    ...[makeTransfer, requestWithdrawal, makeTrade, buyOrder, cancelOrder, redeemOrder, accelerate, cancelAcceleration],
    ...[reserveOrder, payReservation, cancelReservation, compensatePower, postAd, takeAd, releaseCoins, setReinvest],
    exchangeAndBuy,
  ]
  expect(marked.map(({ path }) => path).sort()).toEqual(meant.map(({ path }) => path).sort())
  // The token is valid for five minutes for one action, so the response must stay secret.
  for (const { contract, transactional } of found) {
    const { method, access, secretAnswer, input, wire, path } = contract
    const said = { method, access, secretAnswer, transactional }
    expect(said, path).toEqual({ method: 'POST', access: 'money', secretAnswer: undefined, transactional: true })
    // Common fields of every request are not part of the signed action, so no input may reuse their names.
    const { entries } = input as unknown as { entries: Record<string, unknown> }
    for (const field of Object.keys(entries))
      expect(['lang', 'source', 'timestamp', 'sign']).not.toContain(wireNameOf(input, field, wire))
  }
})
