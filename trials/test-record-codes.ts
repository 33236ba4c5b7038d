import { firstCreditEntry } from '#custody/watching/deposits/first-credit.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { seedMoney, seedRows } from '#db/seed-demo.ts'
import { testDb } from '#engine/test/test-db.ts'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { accelerate } from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import { passGates } from '#features/investing/gates/test-gates.ts'
import { buyOrder, cancelOrder, getProduct, redeemOrder } from '#features/investing/investing.contract.ts'
import { cancelReservation, reserveOrder } from '#features/investing/reservations/reservations.contract.ts'
import { disableAd, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import { markPaid, releaseCoins, takeAd } from '#features/otc/orders/transactions.contract.ts'
import { compensatePower } from '#features/power/power.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import type { IdentityKey } from '#identity/sessions/identity-key.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, hourMs, startOf, stoppedClock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { settle } from '#server/loops/settlement.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { typeAsOperator } from '#server/test/test-operator.ts'
import { withdraw } from './year/test-year-money.ts'

const start = new Date('2026-11-21T10:00:00Z')

/** A test network, and empty wallets whose coins arrive through services. */
export async function codeWorld() {
  const db = await testDb()
  const chain = await testChain()
  const clock = stoppedClock(start)
  const keys = new Map<WalletId, IdentityKey>()
  let count = 0
  const nextKey = () => {
    count += 1
    return `codes:${count}`
  }
  const company = { db, clock, nextKey, keys }
  const chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  return {
    ...company,
    chain,
    wallets: () => [...keys.keys()],
    watch: () => watchNetworks({ db, clock, chains }),
    call: <C extends Contract>(contract: C, wallet: WalletId, input: CallInputOf<C>): Promise<OutputOf<C>> =>
      callAs(company, contract, wallet, input),
    type: async (...words: readonly string[]) => {
      expect((await typeAsOperator(company, ...words)) === 'done', `"${words.join(' ')}" is done`)
    },
    close: async () => {
      await db.close()
      await chain.close()
    },
  }
}
export type CodeWorld = Awaited<ReturnType<typeof codeWorld>>

async function open({ db, clock, nextKey }: CodeWorld): Promise<void> {
  await seedRows(db, clock)
  for (const asset of coins) {
    const from = outside(usualChain(asset))
    const postings = [{ from, to: company('capital'), asset, units: 20_000_000n * unitsPerOne }]
    await db.transaction((tx) => post(tx, { key: nextKey(), at: clock.now(), postings }))
  }
  expect(await seedMoney(db, clock), 'there is capital enough to begin with')
}

/** Creates a wallet with activation CREDIT and all coins by import. */
async function newcomer(world: CodeWorld, sponsor?: WalletId): Promise<WalletId> {
  const { db, clock, keys, type } = world
  const { walletId, key } = await testWallet(db, { at: clock.now(), ...(sponsor ? { sponsor } : {}) })
  keys.set(walletId, key)
  await passGates(db, walletId)
  await db.transaction((tx) => post(tx, firstCreditEntry(walletId, clock.now())))
  for (const [coin, amount] of [
    ['USDT', '9000'],
    ['WLD', '100'],
    ['ATMC', '40000'],
    ['ATMX', '1000'],
  ] as const)
    await type('coin', 'import', walletId, amount, coin, 'it was there before')
  return walletId
}

async function buy(world: CodeWorld, wallet: WalletId, productId: number, amount: string, days?: number) {
  const { card, product } = await world.call(getProduct, wallet, { productId })
  const input = { productId, amount, card: card.hash, ...(days ? { days } : {}) }
  const choice = product.reinvests ? { reinvest: false } : {}
  return (await world.call(buyOrder, wallet, { ...input, ...choice })).order.orderId
}

type People = {
  /** Earns a star through three referrals who invest. */
  readonly grand: WalletId
  readonly directs: readonly WalletId[]
  readonly top: WalletId
  readonly mid: WalletId
  readonly leaf: WalletId
}

async function invite(world: CodeWorld): Promise<People> {
  const grand = await newcomer(world)
  const directs = [await newcomer(world, grand), await newcomer(world, grand), await newcomer(world, grand)]
  const top = await newcomer(world)
  const mid = await newcomer(world, top)
  const leaf = await newcomer(world, mid)
  for (const wallet of [top, mid]) await world.type('star', 'lend', wallet, '2')
  return { grand, directs, top, mid, leaf }
}

async function moveMoney(world: CodeWorld, { mid, leaf }: People): Promise<void> {
  const { chain, call, type, watch } = world
  const { chains } = await call(depositAddresses, leaf, {})
  await chain.give('bsc', 'USDT', chains.find((each) => each.chain === 'bsc')?.address as Hex, '25')
  await chain.mine(15)
  await watch()
  await withdraw(world, leaf, { coin: 'USDT', amount: '20.00' })
  await type('coin', 'reward', leaf, '5', 'USDT', 'found a fault')
  await type('power', 'import', leaf, '3', 'it was there before')
  await type('power', 'give', leaf, '2', 'a fault of ours')
  await type('power', 'take', leaf, '1', 'given twice')
  await call(makeTransfer, leaf, { coin: 'USDT', amount: '10.00', receiverId: mid, remark: '' })
}

async function tradeOverTheCounter({ call }: CodeWorld, { mid, leaf }: People): Promise<void> {
  const account = { paymentMethod: 2, details: { holder: 'Ana Ruiz', alias: 'ana@example.org' } }
  const terms = { fiat: 'USD', amount: '30', price: '1', least: '10', most: '30', window: 30, terms: '' } as const
  const sells = await call(postAd, leaf, { ...terms, side: 'sell', methods: [account] })
  const buys = await call(postAd, leaf, { ...terms, side: 'buy', methods: [{ paymentMethod: 2 }] })
  const take = { amount: '20', price: '1', ...account }
  const trades = [
    { trade: await call(takeAd, mid, { ...take, id: sells.id }), seller: leaf, buyer: mid },
    { trade: await call(takeAd, mid, { ...take, id: buys.id }), seller: mid, buyer: leaf },
  ]
  for (const { trade, seller, buyer } of trades) {
    await call(markPaid, buyer, { id: trade.id, payerName: 'Ben Khan' })
    await call(releaseCoins, seller, { id: trade.id, payerName: 'Ben Khan' })
  }
  await call(disableAd, leaf, { id: sells.id })
  await call(removeAd, leaf, { id: sells.id })
}

type Bought = Readonly<Record<'dual2' | 'compound' | 'liquidity', number>>

async function invest(world: CodeWorld, people: People): Promise<Bought> {
  const { grand, directs, mid, leaf } = people
  const { call } = world
  const cancelled = async (wallet: WalletId, orderId: number) => call(cancelOrder, wallet, { orderId })
  await buy(world, leaf, 1, '200', 7)
  await cancelled(leaf, await buy(world, leaf, 1, '50', 7))
  await buy(world, leaf, 3, '100', 30)
  const dual2 = await buy(world, leaf, 3, '50', 30)
  await buy(world, leaf, 5, '400', 30)
  await cancelled(leaf, await buy(world, leaf, 5, '200', 30))
  const compound = await buy(world, leaf, 20, '500')
  await buy(world, leaf, 30, '100', 7)
  const liquidity = await buy(world, leaf, 30, '60', 7)
  await buy(world, leaf, 26, '100')
  await buy(world, leaf, 34, '100')
  await buy(world, mid, 40, '500')
  await cancelled(mid, await buy(world, mid, 40, '500'))
  await buy(world, mid, 46, '50')
  await buy(world, grand, 34, '600')
  for (const direct of directs) await buy(world, direct, 34, '5100')
  const { card } = await call(getProduct, leaf, { productId: 7 })
  const asked = { productId: 7, amount: '100', days: 30, reinvest: false, card: card.hash }
  const { reservation } = await call(reserveOrder, leaf, asked)
  await call(cancelReservation, leaf, { orderId: reservation.orderId })
  return { dual2, compound, liquidity }
}

async function trade({ call }: CodeWorld, { directs, leaf }: People): Promise<void> {
  for (const wallet of [leaf, ...directs.slice(0, 1)])
    await call(makeTrade, wallet, { exchangeId: 2, direction: 'buy', amount: '100', least: '0.00000001' })
}

const hash = (digit: string): string => digit.repeat(64)

async function goOn(world: CodeWorld, { leaf }: People, bought: Bought, day: Day): Promise<void> {
  const { call, type } = world
  if (day === '2026-11-24') {
    await type('fund', 'send', '34', '5000', 'bsc', hash('1'), 'a week of trading')
    await type('fund', 'book-profit', '34', '50', 'bsc', hash('2'), 'a good week')
    const { card } = await call(getProduct, leaf, { productId: 22 })
    await call(accelerate, leaf, { productId: 22, amount: '100.00', card: card.hash })
  }
  if (day === '2026-11-26') {
    const draw = await call(getDraw, leaf, {})
    await call(makeDraw, leaf, { hash: draw.hash, holderSeed: '7' })
    await call(compensatePower, leaf, { amount: '0.01' })
    await call(redeemOrder, leaf, { orderId: bought.dual2 })
    await call(redeemOrder, leaf, { orderId: bought.compound, amount: '100.00' })
    await call(redeemOrder, leaf, { orderId: bought.liquidity })
  }
}

export async function playEverything(world: CodeWorld): Promise<void> {
  const { db, clock } = world
  await open(world)
  const people = await invite(world)
  await moveMoney(world, people)
  await tradeOverTheCounter(world, people)
  const bought = await invest(world, people)
  for (let day = '2026-11-22' as Day; day <= '2026-12-02'; day = addDays(day, 1)) {
    clock.set(addMs(startOf(day), 12 * hourMs))
    await settle(db, clock.now())
    await trade(world, people)
    await goOn(world, people, bought, day)
  }
}
