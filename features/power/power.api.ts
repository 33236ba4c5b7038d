import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { available, issued, poolFree, poolRetired } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { recordsOf } from '#ledger/records/records.store.ts'
import { reservesOf } from '#market/market.store.ts'
import { rateFor } from '#market/prices/value.store.ts'
import { fullWeightOf, fullWeights } from '#products/pots/pot-settings.ts'
import { costOf, decideCompensation, payMostOf } from '#products/power/compensation.ts'
import { powerCodes } from '#products/power/power.job.ts'
import { loadLosses, loadMined } from '#products/power/power.store.ts'
import { powerDecay } from '#products/power/power-settings.ts'
import { compensatePower, getPower, listPower } from './power.contract.ts'
import { type PowerFacts, showPower } from './power-view.ts'

const pageSize = 30

const units = (text: string): bigint => parseUnits(text) ?? fail('field.format', { field: 'number' })

const loadFacts = async (sql: Sql, walletId: WalletId, now: Date): Promise<PowerFacts> => ({
  power: await balanceOf(sql, available(walletId), 'POWER'),
  all: -(await balanceOf(sql, issued, 'POWER')),
  full: fullWeightOf('compute', await readSetting(sql, fullWeights)),
  poolFree: await balanceOf(sql, poolFree('compute'), 'ATMC'),
  mined: await loadMined(sql, walletId, now),
  atmc: await balanceOf(sql, available(walletId), 'ATMC'),
  guide: await rateFor(sql, 'shown', 'ATMC', now),
  price: await rateFor(sql, 'earns', 'ATMC', now),
  reserves: await reservesOf(sql, 'USDT-ATMC'),
  losses: await loadLosses(sql, walletId, now),
  decayShare: await readSetting(sql, powerDecay),
})

/** The current cost, and the failure that restoring would meet, if any. */
function quoteOf(amount: string | undefined, { price, atmc, losses }: PowerFacts) {
  if (amount === undefined || !price) return null
  const power = units(amount)
  const pay = costOf(power, price)
  const quote = { power: showUnits(power), pay: showUnits(pay), payMost: showUnits(payMostOf(pay)) }
  try {
    decideCompensation({ power, pay, available: atmc }, losses)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...quote, problem: { key: error.key, params: { ...error.params } } }
  }
  return { ...quote, problem: null }
}

const getPowerApi = implementRead(getPower, async ({ amount }, { db, walletId, now }) => {
  const facts = await loadFacts(db, walletId, now)
  return { ...showPower(facts), quote: quoteOf(amount, facts) }
})

const listPowerApi = implementRead(listPower, async ({ code, cursor }, { db, walletId }) => {
  const rows = await recordsOf(db, {
    walletId,
    assets: ['POWER'],
    codes: code === undefined ? undefined : [code],
    before: /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined,
    limit: pageSize + 1,
  })
  const items = rows.slice(0, pageSize).map((record) => ({
    id: String(record.id),
    at: record.at.toISOString(),
    code: record.code,
    direction: record.direction,
    amount: showUnits(record.units),
    balanceAfter: showUnits(record.balance),
  }))
  return { items, next: rows.length > pageSize ? (items.at(-1)?.id ?? '') : '' }
})

const compensatePowerApi = implement(compensatePower, async ({ amount, payMost }, call) => {
  const { tx, walletId, requestId, now } = call
  refuseWhileStopped(await lockWallet(tx, walletId))
  const power = units(amount)
  const pay = costOf(power, await rateFor(tx, 'earns', 'ATMC', now))
  const wallet = available(walletId)
  decideCompensation(
    {
      power,
      pay,
      available: await balanceOf(tx, wallet, 'ATMC'),
      payMost: payMost === undefined ? undefined : units(payMost),
    },
    await loadLosses(tx, walletId, now),
  )
  await post(tx, {
    key: requestId,
    at: now,
    ref: 'pool:compute',
    postings: [
      { from: wallet, to: poolRetired(), asset: 'ATMC', units: pay, code: powerCodes.compensationPaid },
      { from: issued, to: wallet, asset: 'POWER', units: power, code: powerCodes.compensationGiven },
    ],
  })
  const balance = showUnits(await balanceOf(tx, wallet, 'POWER'))
  return { power: showUnits(power), paid: showUnits(pay), balance }
})

export const powerCalls: readonly Implementation[] = [getPowerApi, listPowerApi, compensatePowerApi]
