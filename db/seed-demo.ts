import { insertProduct } from '#features/investing/products/products.store.ts'
import { demoPurseKey } from '#features/market/demo-trader.job.ts'
import { demoMarkets, demoPurse } from '#features/market/demo-trader.ts'
import { insertLinks } from '#features/market/market.store.ts'
import { publishNotice } from '#features/news/notices.store.ts'
import { activateWallet, insertWallet, setNickname } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import { type Coin, coins } from '#kit/assets.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { pairs } from '#kit/ids.ts'
import { available, house, poolFree } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { seedMarket, trade } from '#ledger/market.store.ts'
import { coinsOf } from '#ledger/market.ts'
import { demoNotices } from './demo-notices.ts'

const units = (text: string): bigint => {
  const read = parseUnits(text)
  expect(read !== undefined, `${text} is an amount`)
  return read
}

/** PRODUCT.md part 6: rounds of 1, 7, 15 and 30 days; a round of one day needs no side coin. */
const dualPeriods = [
  { days: 1, rate: '0.0001', sideShare: '0' },
  { days: 7, rate: '0.001', sideShare: '0.2' },
  { days: 15, rate: '0.0024', sideShare: '0.2' },
  { days: 30, rate: '0.0055', sideShare: '0.2' },
]
const dualTerms = {
  line: 'dual',
  maximumValueUnits: units('10000'),
  powerPerDay: '0.003',
  periods: dualPeriods,
} as const

/** Writes what needs no money: products, links and notices. May run any number of times. */
export async function seedRows(db: Db, clock: Clock): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const usdt = { id: 1, base: 'USDT', side: 'ATMC', minimumUnits: units('10'), position: 1 } as const
    const wld = { id: 2, base: 'WLD', side: 'ATMX', minimumUnits: units('5'), position: 2 } as const
    for (const product of [usdt, wld]) await insertProduct(tx, { ...dualTerms, ...product, openFrom: at })
    await insertLinks(tx)
    for (const texts of demoNotices) await publishNotice(tx, texts, at)
  })
}

/** What the demo's dual pool can promise from, of the company's capital. */
const demoPool: Partial<Record<Coin, string>> = { USDT: '50000', WLD: '20000' }

/** What all of it takes of the company's capital. */
function capitalNeeded(coin: Coin): bigint {
  const markets = pairs.map((pair) => {
    const { base, quoted } = coinsOf(pair)
    if (coin === base) return units(demoMarkets[pair].base)
    return coin === quoted ? units(demoMarkets[pair].quoted) : 0n
  })
  return markets.reduce((sum, part) => sum + part, units(demoPool[coin] ?? '0') + units(demoPurse[coin]))
}

/**
 * Puts the company's capital to work, all at once: funds the pool, opens the markets and lets a demo wallet trade on each, so that
 * there are prices. Capital is what arrived on chain from the company's address; until it has, nothing happens.
 * @returns whether it is done.
 */
export async function seedMoney(db: Db, clock: Clock): Promise<boolean> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    // Two workers that start at once: the second waits here and finds it done.
    await tx.query('SELECT pair FROM market ORDER BY pair FOR UPDATE')
    const [open] = await tx.query('SELECT pair FROM market WHERE seeded_at IS NOT NULL LIMIT 1')
    if (open) return true
    for (const coin of coins) if ((await balanceOf(tx, house('capital'), coin)) < capitalNeeded(coin)) return false
    await fundPool(tx, at)
    await openMarkets(tx, at)
    return true
  })
}

async function fundPool(tx: Tx, at: Date): Promise<void> {
  for (const asset of coins) {
    const amount = units(demoPool[asset] ?? '0')
    if (amount === 0n) continue
    const postings = [{ from: house('capital'), to: poolFree('dual'), asset, units: amount }]
    await post(tx, { key: `demo:pool:dual:${asset}`, at, ref: 'pool:dual', postings })
  }
}

/** Part of the purse spent on each market's first trade: 1 %. */
const firstTradePart = 100n

async function openMarkets(tx: Tx, at: Date): Promise<void> {
  const walletId = await insertWallet(tx, { sponsorId: undefined, passwordHash: null, at })
  await activateWallet(tx, walletId, at)
  await setNickname(tx, walletId, 'Demo trader')
  const from = house('capital')
  const to = available(walletId)
  const postings = coins.map((asset) => ({ from, to, asset, units: units(demoPurse[asset]), code: 0 }))
  await post(tx, { key: demoPurseKey, at, ref: 'demo:purse', postings })
  for (const pair of pairs) {
    const { base, quoted } = demoMarkets[pair]
    await seedMarket(tx, { pair, baseUnits: units(base), quotedUnits: units(quoted), key: `demo:market:${pair}`, at })
    const give = coinsOf(pair).base
    const part = units(demoPurse[give]) / firstTradePart
    await trade(tx, { walletId, pair, give, units: part, minimum: 0n, key: `demo:first-trade:${pair}`, at })
  }
}
