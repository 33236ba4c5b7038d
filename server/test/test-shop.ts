import { firstCreditEntry } from '#custody/watching/deposits/first-credit.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, getProduct } from '#features/investing/investing.contract.ts'
import { declareRegion } from '#identity/team/region.store.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { company, outside, poolFree } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { priceOf } from '#market/market.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { testProducts } from '#products/terms/test-order.ts'
import type { HttpConfig } from '../http/http.ts'
import { settle } from '../loops/settlement.ts'
import { type TestApp, testApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { credit } from './test-funds.ts'
import { operate } from './test-operator.ts'

const one = 100_000_000n

export const shelf = {
  dual: 1,
  /** A product whose pool has no funds to promise. */
  unfunded: 2,
  fund: 34,
  machine: 40,
  nodeOfOne: 45,
  nodeOfTwo: 46,
  upcoming: 60,
  ended: 61,
  reserved: 62,
  alsoReserved: 63,
} as const

export type Shopper = {
  readonly client: TestClient
  readonly walletId: WalletId
  /** Buys 100 of `dual` for seven days by default. @returns order ID */
  buy(changes?: Partial<CallInputOf<typeof buyOrder>>): Promise<number>
  refusal(changes?: Partial<CallInputOf<typeof buyOrder>>): Promise<string>
}

async function trade({ db, clock }: TestApp): Promise<void> {
  for (const [pair, base, quoted] of [
    ['USDT-WLD', 125n, 100n],
    ['USDT-ATMC', 5n, 100n],
    ['WLD-ATMX', 16n, 1_000n],
  ] as const)
    await db.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
      pair,
      clock.now(),
      base,
      quoted,
      priceOf(base, quoted),
    ])
}

async function putOnShelf({ db, clock }: TestApp): Promise<void> {
  const openFrom = clock.now()
  const [dual] = testProducts
  expect(dual, 'dual is sold')
  const needsReservation = true
  const own = [
    { ...dual, id: shelf.upcoming, openFrom },
    { ...dual, id: shelf.ended, openFrom },
    { ...dual, id: shelf.reserved, openFrom, needsReservation },
    { ...dual, id: shelf.alsoReserved, openFrom, needsReservation },
  ]
  for (const product of [...testProducts.map((product) => ({ ...product, openFrom })), ...own])
    await insertProduct(db, { ...product, position: product.id })
  const later = addMs(openFrom, 90 * dayMs)
    .toISOString()
    .slice(0, 10)
  for (const line of [
    `product open ${shelf.upcoming} it comes later --from ${later}`,
    `product end ${shelf.ended} sold no more`,
  ])
    expect((await operate({ db, clock }, line)).code === 0, `${line}: done`)
}

async function fundPool({ db, clock }: TestApp, pool: 'dual' | 'machine', coin: Coin, whole: bigint): Promise<void> {
  const capital = company('capital')
  for (const [from, to] of [
    [outside('bsc'), capital],
    [capital, poolFree(pool)],
  ] as const) {
    const postings = [{ from, to, asset: coin, units: whole * one }]
    await db.transaction((tx) => post(tx, { key: `shop:${to.owner}:${coin}`, at: clock.now(), postings }))
  }
}

function shopper(client: TestClient, walletId: WalletId): Shopper {
  const inputOf = async (changes: Partial<CallInputOf<typeof buyOrder>>) => {
    const productId = Number(changes.productId ?? changes.fundId ?? shelf.dual)
    const { card, product } = await client.call(getProduct, { productId })
    const term = product.periods.some(({ days }) => days > 0) ? { days: 7 } : {}
    const choice = product.reinvests ? { reinvest: false } : {}
    return { productId, amount: '100', ...term, ...choice, card: card.hash, ...changes }
  }
  return {
    client,
    walletId,
    buy: async (changes = {}) => (await client.call(buyOrder, await inputOf(changes))).order.orderId,
    refusal: async (changes = {}) => client.refusal(buyOrder, await inputOf(changes)),
  }
}

/** The real server without a socket, with products of every line. */
export async function openShop(config: Partial<HttpConfig> = {}) {
  const app = await testApp({ config })
  const clients: TestClient[] = []
  await putOnShelf(app)
  await fundPool(app, 'dual', 'USDT', 1_000n)
  await fundPool(app, 'machine', 'ATMC', 1_000_000n)
  await trade(app)
  return {
    app,
    /** Creates a holder with all coins. With `knows`, the holder may buy every product line. */
    shopper: async ({ knows = true } = {}): Promise<Shopper> => {
      const client = app.client()
      const wallet = await client.createWallet()
      const { walletId } = wallet
      for (const coin of coins) await credit(app, wallet, usualChain(coin), coin, '20000')
      await app.db.transaction((tx) => post(tx, firstCreditEntry(walletId, app.clock.now())))
      if (knows) await passGates(app.db, walletId)
      else await app.db.transaction((tx) => declareRegion(tx, walletId, 'SG', app.clock.now()))
      await client.confirm()
      clients.push(client)
      return shopper(client, walletId)
    },
    /** Advances time at unchanged prices and settles completed days by default. */
    goTo: async (moment: string, { settles = true } = {}): Promise<void> => {
      app.clock.set(new Date(moment))
      await trade(app)
      if (settles) await settle(app.db, app.clock.now())
      for (const client of clients) {
        client.line.requestToken = undefined
        await client.confirm()
      }
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
