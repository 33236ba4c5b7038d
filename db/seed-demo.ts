import { writeArticles } from '#features/news/articles.store.ts'
import { publishNotice } from '#features/news/notices.store.ts'
import { activateWallet, insertWallet, setNickname } from '#identity/wallet.store.ts'
import { type Coin, coinRow, coins, markets } from '#kit/amount/coins.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { pairs } from '#kit/text/ids.ts'
import type { Clock } from '#kit/time/clock.ts'
import { available, company, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { demoPurseKey } from '#market/demo/demo-trader.job.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { lockMarkets } from '#market/prices/seed.store.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { productLines } from '#products/registry.ts'
import { demoUnits as units } from '#products/terms/demo-product.ts'
import { demoArticles } from './demo-articles.server.ts'
import { demoNotices } from './demo-notices.ts'
import { seedTeam } from './demo-team.ts'

/** Keeps an operator's changes. */
export const seedProducts = (db: Db, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const product of productLines.flatMap(({ demo }) => demo))
      await insertProduct(tx, { ...product, openFrom: at, position: product.id })
  })

/** Idempotent. Keeps an operator's changes. */
export async function seedRows(db: Db, clock: Clock): Promise<void> {
  const at = clock.now()
  await seedProducts(db, at)
  await db.transaction(async (tx) => {
    for (const { publishedAt, ...texts } of demoNotices) await publishNotice(tx, texts, publishedAt ?? at)
    await writeArticles(tx, demoArticles(), { onlyMissing: true })
  })
}

type Purse = Readonly<Partial<Record<Coin, string>>>
const demoPools: readonly (readonly [PoolId, Purse])[] = [
  ...productLines.flatMap(({ id, pool }) => (pool?.demo ? [[id as PoolId, pool.demo] as const] : [])),
  ['compute', { ATMC: '200000' }],
]
export function capitalNeeded(coin: Coin): bigint {
  const opened = pairs.map((pair) => {
    const { base, quoted } = coinsOf(pair)
    const { demo } = markets[pair]
    if (coin === base) return units(demo.base)
    return coin === quoted ? units(demo.quoted) : 0n
  })
  const put = demoPools.map(([, purse]) => units(purse[coin] ?? '0'))
  const { purse, kept } = coinRow(coin).demo
  return [...opened, ...put].reduce((sum, part) => sum + part, units(purse) + units(kept))
}

/** Runs in one transaction, once the company's capital has arrived on chain. @returns whether seeding is done. */
export async function seedMoney(db: Db, clock: Clock): Promise<boolean> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    // A second worker waits here, then finds the markets open.
    if (await lockMarkets(tx)) return true
    for (const coin of coins) if ((await balanceOf(tx, company('capital'), coin)) < capitalNeeded(coin)) return false
    await fundPools(tx, at)
    await openMarkets(tx, at)
    return true
  })
}

async function fundPools(tx: Tx, at: Date): Promise<void> {
  for (const [pool, purse] of demoPools)
    for (const asset of coins) {
      const amount = units(purse[asset] ?? '0')
      if (amount === 0n) continue
      const postings = [{ from: company('capital'), to: poolFree(pool), asset, units: amount }]
      await post(tx, { key: `demo:pool:${pool}:${asset}`, at, ref: `pool:${pool}`, postings })
    }
}

/** 1 % of the purse. */
const firstTradePart = 100n

async function openMarkets(tx: Tx, at: Date): Promise<void> {
  const walletId = await insertWallet(tx, { sponsorId: await seedTeam(tx, at), passwordHash: null, at })
  await activateWallet(tx, walletId, at)
  await setNickname(tx, walletId, 'Demo trader')
  const from = company('capital')
  const to = available(walletId)
  const postings = coins.map((asset) => ({ from, to, asset, units: units(coinRow(asset).demo.purse), code: 0 }))
  await post(tx, { key: demoPurseKey, at, ref: 'demo:purse', postings })
  for (const pair of pairs) {
    const { base, quoted } = markets[pair].demo
    await seedMarket(tx, { pair, baseUnits: units(base), quotedUnits: units(quoted), key: `demo:market:${pair}`, at })
    const give = coinsOf(pair).base
    const part = units(coinRow(give).demo.purse) / firstTradePart
    await trade(tx, { walletId, pair, give, units: part, minimum: 0n, key: `demo:first-trade:${pair}`, at })
  }
}
