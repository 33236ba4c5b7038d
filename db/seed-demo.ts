import { insertLinks } from '#features/market/market.store.ts'
import { publishNotice } from '#features/news/notices.store.ts'
import { activateWallet, insertWallet, setNickname } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import { type Coin, coinRow, coins, markets } from '#kit/assets.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import { pairs } from '#kit/ids.ts'
import { available, house, poolFree } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { type PoolId, pools } from '#ledger/lines.ts'
import { demoPurseKey } from '#market/demo-trader.job.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { lockMarkets } from '#market/seed.store.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { demoNotices } from './demo-notices.ts'
import { seedTeam } from './demo-team.ts'

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
const maximumValueUnits = units('10000')
const dualTerms = {
  line: 'dual',
  maximumValueUnits,
  powerPerDay: '0.003',
  exitFee: undefined,
  periods: dualPeriods,
} as const
/** What an order of the lines below keeps back of every coin when it is left early. */
const exitFee = '0.05'
const dual2Terms = {
  line: 'dual2',
  maximumValueUnits,
  powerPerDay: '0.005',
  exitFee,
  periods: [30, 60, 90, 180].map((days) => ({ days, rate: '0', sideShare: '0.2' })),
} as const
/** The longer the term, the more POWER. Assumed: the least amounts of its coins, worth about 10 USDT like those of dual. */
const lockupTerms = {
  line: 'lockup',
  side: undefined,
  maximumValueUnits,
  powerPerDay: '0.002',
  exitFee,
  periods: [
    { days: 30, rate: '0', sideShare: '0', powerPerDay: '0.002' },
    { days: 90, rate: '0', sideShare: '0', powerPerDay: '0.003' },
    { days: 180, rate: '0', sideShare: '0', powerPerDay: '0.004' },
    { days: 360, rate: '0', sideShare: '0', powerPerDay: '0.006' },
  ],
} as const

/** No term, no side coin. */
const openTerms = {
  side: undefined,
  maximumValueUnits,
  exitFee: undefined,
  periods: [{ days: 0, rate: '0', sideShare: '0' }],
}
/** Any amount from about 1 USDT on. At most 0.02 % a day. */
const compoundTerms = {
  ...openTerms,
  line: 'compound',
  powerPerDay: '0.0005',
  lineTerms: { mostPerDay: '0.0002', startPower: '0.1' },
} as const
const accelerationTerms = { ...openTerms, line: 'acceleration', powerPerDay: '0.0005' } as const
const [firstBoost, secondBoost] = [{ lineTerms: { boost: '1.0' } }, { lineTerms: { boost: '2.0' } }] as const
const ofUsdt = { base: 'USDT', minimumUnits: units('1') } as const
const ofAtmc = { base: 'ATMC', minimumUnits: units('20') } as const
/** Released in 200 days: 0.5 % of the whole a day. */
const packageTerms = {
  ...openTerms,
  line: 'package',
  base: 'USDT',
  minimumUnits: units('10'),
  powerPerDay: '0',
} as const
const releasePerDay = '0.005'

/** The longer the term, the more a share weighs. */
const liquidityTerms = {
  line: 'liquidity',
  maximumValueUnits,
  powerPerDay: '0.001',
  exitFee: '0',
  periods: [
    { days: 7, rate: '0', sideShare: '1', weight: '1' },
    { days: 30, rate: '0', sideShare: '1', weight: '1.2' },
    { days: 90, rate: '0', sideShare: '1', weight: '1.5' },
  ],
} as const
/** Assumed: the least subscription, and the venue's name, which says that it is none. */
const fundTerms = {
  line: 'fund',
  base: 'USDT',
  side: undefined,
  minimumUnits: units('100'),
  maximumValueUnits,
  powerPerDay: '0',
  exitFee: '0',
  periods: [{ days: 0, rate: '0', sideShare: '0' }],
  lineTerms: { venue: 'Demo Futures Venue' },
} as const

/** A price, not an amount: the least is the most. */
const priced = (usdt: string, weight: string) => ({
  base: 'USDT' as const,
  side: undefined,
  minimumUnits: units(usdt),
  maximumValueUnits: units(usdt),
  powerPerDay: '0',
  exitFee: undefined,
  periods: [{ days: 0, rate: '0', sideShare: '0', weight }],
})
/** Assumed: three models of machine; the dearer, the more hash rate for a USDT. */
const machines = [
  { line: 'machine', id: 40, ...priced('500', '10') },
  { line: 'machine', id: 41, ...priced('1000', '22') },
  { line: 'machine', id: 42, ...priced('5000', '120') },
] as const
/** PRODUCT.md part 6: prices and weights of nodes of one to six stars. */
const nodes = [
  { line: 'node', id: 45, ...priced('300', '1'), lineTerms: { tier: 1 } },
  { line: 'node', id: 46, ...priced('1000', '3.5'), lineTerms: { tier: 2 } },
  { line: 'node', id: 47, ...priced('2500', '9'), lineTerms: { tier: 3 } },
  { line: 'node', id: 48, ...priced('5000', '19'), lineTerms: { tier: 4 } },
  { line: 'node', id: 49, ...priced('7500', '30'), lineTerms: { tier: 5 } },
  { line: 'node', id: 50, ...priced('10000', '42'), lineTerms: { tier: 6 } },
] as const

/** Assumed: a little more than the same round elsewhere, sold by reservation: so much a day, first come first served. */
const reservedTerms = {
  ...dualTerms,
  periods: [{ days: 30, rate: '0.006', sideShare: '0.2' }],
  quotaUnits: units('20000'),
  needsReservation: true,
} as const

/** Every product of the demo, in the order they are shown. */
const demoProducts = [
  { ...dualTerms, id: 1, base: 'USDT', side: 'ATMC', minimumUnits: units('10') },
  { ...dualTerms, id: 2, base: 'WLD', side: 'ATMX', minimumUnits: units('5') },
  { ...reservedTerms, id: 7, base: 'USDT', side: 'ATMC', minimumUnits: units('100') },
  { ...dual2Terms, id: 3, base: 'USDT', side: 'ATMC', minimumUnits: units('10') },
  { ...dual2Terms, id: 4, base: 'WLD', side: 'ATMX', minimumUnits: units('5') },
  { ...lockupTerms, id: 5, base: 'ATMC', minimumUnits: units('200') },
  { ...lockupTerms, id: 6, base: 'ATMX', minimumUnits: units('500') },
  { ...compoundTerms, ...ofUsdt, id: 20 },
  { ...compoundTerms, ...ofAtmc, id: 21 },
  { ...accelerationTerms, ...ofUsdt, ...firstBoost, id: 22 },
  { ...accelerationTerms, ...ofUsdt, ...secondBoost, id: 23 },
  { ...accelerationTerms, ...ofAtmc, ...firstBoost, id: 24 },
  { ...accelerationTerms, ...ofAtmc, ...secondBoost, id: 25 },
  { ...packageTerms, id: 26, lineTerms: { pays: 'ATMC', releasePerDay } },
  { ...packageTerms, id: 27, lineTerms: { pays: 'ATMX', releasePerDay } },
  { ...packageTerms, id: 28, lineTerms: { pays: 'WLD', releasePerDay } },
  { ...liquidityTerms, id: 30, base: 'USDT', side: 'ATMC', minimumUnits: units('10') },
  { ...liquidityTerms, id: 31, base: 'WLD', side: 'ATMX', minimumUnits: units('5') },
  { ...liquidityTerms, id: 32, base: 'USDT', side: 'WLD', minimumUnits: units('10') },
  { ...liquidityTerms, id: 33, base: 'USDT', side: 'ATMX', minimumUnits: units('10') },
  { ...fundTerms, id: 34 },
  ...machines,
  ...nodes,
] as const

/** Writes what needs no money: products, links and notices. May run any number of times. */
export async function seedRows(db: Db, clock: Clock): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    for (const product of demoProducts) await insertProduct(tx, { ...product, openFrom: at, position: product.id })
    await insertLinks(tx)
    for (const texts of demoNotices) await publishNotice(tx, texts, at)
  })
}

/** What the demo's pools are filled with out of the company's capital. */
const demoPools: Partial<Record<PoolId, Partial<Record<Coin, string>>>> = {
  dual: { USDT: '50000', WLD: '20000' },
  compound: { USDT: '20000', ATMC: '200000' },
  machine: { ATMC: '200000' },
  compute: { ATMC: '200000' },
}
/** What the demo's pools, markets, trading wallet and packages take of the company's capital in all. */
export function capitalNeeded(coin: Coin): bigint {
  const opened = pairs.map((pair) => {
    const { base, quoted } = coinsOf(pair)
    const { demo } = markets[pair]
    if (coin === base) return units(demo.base)
    return coin === quoted ? units(demo.quoted) : 0n
  })
  const put = Object.values(demoPools).map((purse) => units(purse[coin] ?? '0'))
  const { purse, kept } = coinRow(coin).demo
  return [...opened, ...put].reduce((sum, part) => sum + part, units(purse) + units(kept))
}

/**
 * Puts the company's capital to work, all at once: funds the pools, opens the markets and lets a demo wallet trade on each, so that
 * there are prices. Capital is what arrived on chain from the company's address; until it has, nothing happens.
 * @returns whether it is done.
 */
export async function seedMoney(db: Db, clock: Clock): Promise<boolean> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    // Two workers that start at once: the second waits here and finds it done.
    if (await lockMarkets(tx)) return true
    for (const coin of coins) if ((await balanceOf(tx, house('capital'), coin)) < capitalNeeded(coin)) return false
    await fundPools(tx, at)
    await openMarkets(tx, at)
    return true
  })
}

async function fundPools(tx: Tx, at: Date): Promise<void> {
  for (const pool of pools)
    for (const asset of coins) {
      const amount = units(demoPools[pool]?.[asset] ?? '0')
      if (amount === 0n) continue
      const postings = [{ from: house('capital'), to: poolFree(pool), asset, units: amount }]
      await post(tx, { key: `demo:pool:${pool}:${asset}`, at, ref: `pool:${pool}`, postings })
    }
}

/** Part of the purse spent on each market's first trade: 1 %. */
const firstTradePart = 100n

async function openMarkets(tx: Tx, at: Date): Promise<void> {
  const walletId = await insertWallet(tx, { sponsorId: await seedTeam(tx, at), passwordHash: null, at })
  await activateWallet(tx, walletId, at)
  await setNickname(tx, walletId, 'Demo trader')
  const from = house('capital')
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
