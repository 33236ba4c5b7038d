import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import type { OrderId, PairId, WalletId } from '#kit/text/ids.ts'
import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { addMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, outside, principal, reserve } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { addOrderShares, liquidityOf, lockLiquidity, type SharedMarket, seedMarket, trade } from '../market.store.ts'
import { coinsOf, swap } from '../market.ts'
import { joined, type Liquidity, left, type Stake, stakeOf, worthOf } from '../trade/liquidity.ts'

/** Set GLASSHOUSE_SEED to repeat a run. */
const seed = Number(process.env.GLASSHOUSE_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const steps = sizeOf(import.meta.url, { least: 100, turn: 400, all: 100_000 })
const stepsTogether = 50

const one = 100_000_000n
const start = new Date('2026-11-21T10:00:00Z')
const markets: readonly PairId[] = ['USDT-ATMC', 'WLD-ATMX']
const wallets = ['ANA0000000', 'BEN0000000', 'CLE0000000'] as WalletId[]

type Held = { readonly order: OrderId; readonly holder: WalletId; readonly pair: PairId; readonly stake: Stake }
type World = {
  readonly dice: Dice
  readonly model: Map<PairId, SharedMarket>
  step: number
  held: Held[]
  readonly seen: Map<string, number>
}
type Act = (tx: Tx, world: World, pair: PairId, before: SharedMarket) => Promise<'trade' | 'join' | 'leave' | undefined>

const at = (world: World): Date => addMs(start, world.step * 1_000)
const keyOf = (world: World, word: string): string => `${word}:${world.step}`
const modelOf = (world: World, pair: PairId): SharedMarket => world.model.get(pair) as SharedMarket
const change = (world: World, pair: PairId, next: Liquidity): void =>
  void world.model.set(pair, { ...modelOf(world, pair), ...next })
const productOf = ({ base, quoted }: SharedMarket): bigint => base * quoted

/** Small amounts round worst. */
function drawUnits(dice: Dice, most: bigint): bigint {
  const size = dice.pick([10n, 1_000n, one / 100n, one, 1_000n * one, most])
  const top = size < most ? size : most
  return 1n + (top * BigInt(dice.below(1_000_000))) / 1_000_000n
}

async function give(tx: Tx, world: World, pair: PairId, word: string, part: { sell: boolean; units: bigint }) {
  const holder = wallets[world.step % wallets.length] as WalletId
  const { base, quoted } = coinsOf(pair)
  const before = modelOf(world, pair)
  const [into, out] = part.sell ? [before.quoted, before.base] : [before.base, before.quoted]
  const model = swap(into, out, part.units)
  const order = { walletId: holder, pair, give: part.sell ? quoted : base, units: part.units, minimum: 0n }
  if (model.received === 0n) {
    await expect(trade(tx, { ...order, key: keyOf(world, word), at: at(world) })).rejects.toBeInstanceOf(Refusal)
    return 0n
  }
  const { received, fee } = await trade(tx, { ...order, key: keyOf(world, word), at: at(world) })
  expect([received, fee]).toEqual([model.received, model.fee])
  const [reserveIn, reserveOut] = [into + model.net, out - received]
  const reserves = part.sell ? { base: reserveOut, quoted: reserveIn } : { base: reserveIn, quoted: reserveOut }
  change(world, pair, { ...reserves, shares: before.shares })
  return received
}

const tradeOnce: Act = async (tx, world, pair, before) => {
  const sell = world.dice.chance(0.5)
  const units = drawUnits(world.dice, (sell ? before.quoted : before.base) / 5n)
  const received = await give(tx, world, pair, 'trade', { sell, units })
  return received === 0n ? undefined : 'trade'
}

/** Trading back and forth never returns more units than were paid. */
const tradeThereAndBack: Act = async (tx, world, pair, before) => {
  const sell = world.dice.chance(0.5)
  let have = drawUnits(world.dice, (sell ? before.quoted : before.base) / 20n)
  for (let round = 0; round <= world.dice.below(4); round += 1) {
    const there = await give(tx, world, pair, `there ${round}`, { sell, units: have })
    if (there === 0n) break
    const back = await give(tx, world, pair, `back ${round}`, { sell: !sell, units: there })
    expect(back < have, `${have} went and ${back} came back`).toBe(true)
    if (back === 0n) break
    have = back
  }
  return 'trade'
}

async function join(tx: Tx, world: World, pair: PairId): Promise<Held | undefined> {
  const holder = world.dice.pick(wallets)
  const market = await lockLiquidity(tx, pair)
  const stake = stakeOf(market, drawUnits(world.dice, market.base / 10n), drawUnits(world.dice, market.quoted / 10n))
  if (stake.shares === 0n) return undefined
  const { base, quoted } = coinsOf(pair)
  const order = (world.step * 10 + world.held.length) as OrderId
  const [inside, to] = [principal(order, holder, 'liquidity'), reserve(pair)]
  const legs = [
    { asset: base, units: stake.base },
    { asset: quoted, units: stake.quoted },
  ]
  const postings = legs.flatMap((leg): Posting[] => [
    { from: available(holder), to: inside, ...leg, code: 7 },
    { from: inside, to, ...leg },
  ])
  await post(tx, { key: keyOf(world, `join ${order}`), at: at(world), postings })
  await addOrderShares(tx, pair, new Map([[holder, stake.shares]]))
  change(world, pair, joined(market, stake))
  const held = { order, holder, pair, stake }
  world.held.push(held)
  return held
}

async function leave(tx: Tx, world: World, { order, holder, pair, stake }: Held): Promise<Stake> {
  const market = await lockLiquidity(tx, pair)
  const worth = worthOf(market, stake.shares)
  const { base, quoted } = coinsOf(pair)
  const legs = [
    { asset: base, units: worth.base },
    { asset: quoted, units: worth.quoted },
  ].filter(({ units }) => units > 0n)
  const postings = legs.map((leg) => ({ from: reserve(pair), to: available(holder), ...leg, code: 10 }))
  if (postings.length > 0) await post(tx, { key: keyOf(world, `leave ${order}`), at: at(world), postings })
  await addOrderShares(tx, pair, new Map([[holder, -stake.shares]]))
  change(world, pair, left(market, worth))
  world.held = world.held.filter((each) => each.order !== order)
  return worth
}

const joinOnce: Act = async (tx, world, pair) => ((await join(tx, world, pair)) ? 'join' : undefined)

const leaveOnce: Act = async (tx, world, pair) => {
  const ones = world.held.filter((held) => held.pair === pair)
  if (ones.length === 0) return undefined
  await leave(tx, world, world.dice.pick(ones))
  return 'leave'
}

const joinAndLeave: Act = async (tx, world, pair) => {
  const held = await join(tx, world, pair)
  if (!held) return undefined
  const back = await leave(tx, world, held)
  expect(back.base <= held.stake.base && back.quoted <= held.stake.quoted).toBe(true)
  return 'join'
}

const acts: readonly Act[] = [
  ...[tradeOnce, tradeOnce, tradeOnce, tradeOnce, tradeOnce, tradeOnce],
  ...[tradeThereAndBack, joinOnce, joinOnce, leaveOnce, leaveOnce, joinAndLeave],
]

async function act(tx: Tx, world: World): Promise<void> {
  world.step += 1
  const pair = world.dice.pick(markets)
  const before = modelOf(world, pair)
  const what = await world.dice.pick(acts)(tx, world, pair, before)
  const after = await liquidityOf(tx, pair)
  expect(after).toEqual(modelOf(world, pair))
  world.seen.set(what ?? 'nothing', (world.seen.get(what ?? 'nothing') ?? 0) + 1)
  if (what !== 'leave') expect(productOf(after) >= productOf(before), `${what} lowered k`).toBe(true)
  // Reserve product per squared share: others' actions never reduce a share's value.
  expect(
    productOf(after) * before.shares ** 2n >= productOf(before) * after.shares ** 2n,
    `${what} took from the shares of others`,
  ).toBe(true)
}

async function open(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    for (const asset of coins) {
      const from = outside(usualChain(asset))
      const toWallets = wallets.map((holder) => ({ from, to: available(holder), asset, units: 10n ** 17n, code: 2 }))
      const postings = [{ from, to: company('capital'), asset, units: 10n ** 16n }, ...toWallets]
      await post(tx, { key: `bring:${asset}`, at: start, postings })
    }
    const [first, second] = markets as [PairId, PairId]
    await seedMarket(tx, { pair: first, baseUnits: 250_000n * one, quotedUnits: 10n ** 14n, key: 'seed:1', at: start })
    await seedMarket(tx, { pair: second, baseUnits: 9_973n, quotedUnits: 1_000_003n, key: 'seed:2', at: start })
  })
}

describe('a market under random trades and changes of its liquidity', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
    await open(db)
  })
  afterAll(() => db.close())

  it(`keeps k, the worth of every share and the books through ${steps} of them, seed ${seed}`, async () => {
    const model = new Map<PairId, SharedMarket>()
    for (const pair of markets) model.set(pair, await liquidityOf(db, pair))
    const world: World = { dice: seededDice(seed), model, step: 0, held: [], seen: new Map() }
    while (world.step < steps)
      await db.transaction(async (tx) => {
        for (let count = 0; count < stepsTogether; count += 1) await act(tx, world)
      })
    for (const what of ['trade', 'join', 'leave']) expect(world.seen.get(what), what).toBeGreaterThan(steps / 20)
    expect(await audit(db)).toEqual([])

    for (const pair of markets) {
      const before = await liquidityOf(db, pair)
      await db.transaction(async (tx) => {
        world.step += 1
        for (const held of world.held.filter((each) => each.pair === pair)) await leave(tx, world, held)
      })
      const after = await liquidityOf(db, pair)
      expect(after.shares).toBe(after.companyShares)
      expect(productOf(after) * before.shares ** 2n >= productOf(before) * after.shares ** 2n).toBe(true)
    }
    expect(await audit(db)).toEqual([])
  })
})
