import { lockWallet } from '#identity/wallet.store.ts'
import { parseUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { pairNumber } from '#kit/text/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { addAlert, alertsOf, countAlerts, dropAlert, type PriceAlert } from '#market/feeds/alerts.store.ts'
import { alertsMax, decideAlert } from '#market/feeds/alerts.ts'
import { lastTrade } from '#market/market.store.ts'
import { coinsOf, priceScale } from '#market/market.ts'
import { showPrice } from '#market/prices/prices.ts'
import { pairOf } from '#market/trade/trade-rules.ts'
import { type AlertRow, addPriceAlert, dropPriceAlert, priceAlerts } from './alerts.contract.ts'

/** In 10⁻¹², exact because of at most 8 decimals. */
function priceOf(text: string): bigint {
  const units = parseUnits(text)
  expect(units !== undefined, 'the contract lets only amounts through')
  return units * (priceScale / unitsPerOne)
}

const show = ({ id, pair, side, level, madeAt, firedAt }: PriceAlert): AlertRow => ({
  id: Number(id),
  exchangeId: pairNumber(pair),
  ...coinsOf(pair),
  side,
  price: showPrice(level),
  madeAt: madeAt.toISOString(),
  reachedAt: firedAt?.toISOString() ?? null,
})

const priceAlertsApi = implementRead(priceAlerts, async (_input, { db, walletId }) => ({
  items: (await alertsOf(db, walletId)).map(show),
  most: alertsMax,
}))

const addPriceAlertApi = implement(addPriceAlert, async ({ exchangeId, side, price }, { tx, walletId, now }) => {
  const pair = pairOf(exchangeId)
  const level = priceOf(price)
  // The lock makes the count safe under concurrency.
  await lockWallet(tx, walletId)
  const last = await lastTrade(tx, pair, now)
  decideAlert({ side, level, price: last?.price, count: await countAlerts(tx, walletId) })
  return show(await addAlert(tx, { walletId, pair, side, level, madeAt: now }))
})

const dropPriceAlertApi = implement(dropPriceAlert, async ({ id }, { tx, walletId }) => {
  if (!(await dropAlert(tx, walletId, BigInt(id)))) fail('request.data_missing')
  return {}
})

export const alertCalls: readonly Implementation[] = [priceAlertsApi, addPriceAlertApi, dropPriceAlertApi]
