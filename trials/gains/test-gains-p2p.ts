import { disableAd, enableAd, listAds, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  cancelTransaction,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { typeAsOperator } from '#server/test/test-operator.ts'
import { freshCode } from '../year/test-year-money.ts'
import type { YearWorld } from '../year/test-year-world.ts'

export type P2pWorld = Pick<YearWorld, 'db' | 'clock' | 'nextKey' | 'keys' | 'holders'> & {
  readonly attackers: readonly WalletId[]
  /** IDs of trades whose buyer really paid by bank. The company cannot see this. */
  readonly bank: Set<bigint>
}

export type Caller = <C extends Contract>(contract: C, wallet: WalletId, input: CallInputOf<C>) => Promise<OutputOf<C>>
export const honestCaller =
  (world: P2pWorld): Caller =>
  (contract, wallet, input) => {
    const { code, wall } = freshCode(world, wallet)
    const hasCode = contract.secondFactor !== undefined
    return callAs(
      { ...world, wall },
      contract,
      wallet,
      hasCode ? ({ ...(input as object), code } as typeof input) : input,
    )
  }

type Trade = {
  readonly id: bigint
  readonly state: string
  readonly sellerId: WalletId
  readonly buyerId: WalletId
}
export const openTrades = ({ db }: P2pWorld, wallets: readonly WalletId[]): Promise<Trade[]> =>
  db.query<Trade>(
    `SELECT id, state, seller_id AS "sellerId", buyer_id AS "buyerId" FROM otc_transaction
     WHERE ended_at IS NULL AND (seller_id = ANY ($1::text[]) OR buyer_id = ANY ($1::text[])) ORDER BY id`,
    [wallets],
  )

const account = { paymentMethod: 2, details: { holder: 'Ana Ruiz', alias: 'ana@example.org' } }
const payerName = 'Ana Ruiz'
const units = (dice: Dice, most: number): string =>
  `${10 + dice.below(most)}.${String(dice.below(100)).padStart(2, '0')}`

type Acting = { readonly world: P2pWorld; readonly dice: Dice; readonly wallet: WalletId; readonly call: Caller }

export function advertise({ dice, wallet, call }: Acting) {
  const side = dice.pick(['sell', 'buy'] as const)
  const price = dice.pick([{ price: '1' }, { price: '1.05' }, { price: '0.95' }, { margin: 50 }, { margin: -50 }])
  const amount = units(dice, 1_500)
  const input = {
    side,
    fiat: dice.pick(['USD', 'SGD']),
    amount,
    least: '10',
    most: amount,
    window: 30,
    ...price,
  } as const
  return call(postAd, wallet, { ...input, methods: [side === 'sell' ? account : { paymentMethod: 2 }] })
}

export async function turnAd({ dice, wallet, call }: Acting) {
  const { items } = await call(listAds, wallet, { mine: '1' })
  const ad = items[dice.below(items.length || 1)]
  if (!ad?.own) return undefined
  const { id, side, fiat, own } = ad
  const contract = dice.pick([disableAd, disableAd, enableAd, removeAd, removeAd, postAd])
  if (contract !== postAd) return call(contract, wallet, { id })
  const methods = own.methods.map(({ paymentMethod, details }) => ({ paymentMethod, details }))
  const price = dice.pick(['0.9', '1', '1.2'])
  const { quantity: amount, least, most } = own
  return call(postAd, wallet, { id, side, fiat, amount, price, least, most, window: 15, methods })
}

export async function takeOne({ world, dice, wallet, call }: Acting) {
  const side = dice.pick(['buy', 'buy', 'sell'] as const)
  const { items } = await call(listAds, wallet, { side, fiat: dice.pick(['USD', 'USD', 'SGD']) })
  const own = new Set<string>(world.attackers)
  const found = items.filter(({ maker }) => !own.has(maker.walletId) || dice.chance(0.2))
  const ad = found[dice.below(found.length || 1)]
  if (!ad) return undefined
  const amount = dice.pick([ad.most, ad.least, units(dice, 300)])
  return call(takeAd, wallet, { id: ad.id, amount, price: ad.price, ...account })
}

type StepName = 'pay' | 'release' | 'cancel' | 'dispute' | 'answer'
const contracts = {
  pay: markPaid,
  release: releaseCoins,
  cancel: cancelTransaction,
  dispute: openDispute,
  answer: answerDispute,
} as const
export async function goOn({ world, dice, call }: Acting, step: StepName, wallets: readonly WalletId[]) {
  const isBuyers = step === 'pay' || step === 'cancel'
  const states: Readonly<Record<StepName, readonly string[]>> = {
    pay: ['initialised'],
    cancel: ['initialised'],
    release: ['paid', 'disputed'],
    dispute: ['paid'],
    answer: ['disputed'],
  }
  const open = (await openTrades(world, wallets)).filter(
    ({ state }) => dice.chance(0.05) || states[step].includes(state),
  )
  const mine = open.filter(({ buyerId, sellerId }) => wallets.includes(isBuyers ? buyerId : sellerId))
  const trade = mine[dice.below(mine.length || 1)]
  if (!trade) return undefined
  const wallet =
    isBuyers || (step === 'dispute' && dice.chance(0.5) && wallets.includes(trade.buyerId))
      ? trade.buyerId
      : trade.sellerId
  const id = Number(trade.id)
  const inputs = {
    pay: { id, payerName },
    release: { id, payerName },
    cancel: { id },
    dispute: { id, reason: 'nothing came' },
    answer: { id, answer: 'nothing came' },
  } as const
  const done = await call(contracts[step], wallet, inputs[step])
  if (step === 'pay' && dice.chance(0.5)) world.bank.add(trade.id)
  return done
}

/** An honest holder pays, releases, disputes unpaid trades and sometimes starts a trade. */
export async function letHolderTrade(world: P2pWorld, dice: Dice): Promise<unknown> {
  const call = honestCaller(world)
  const { holders, bank } = world
  for (const { id, state, sellerId, buyerId } of await openTrades(world, holders)) {
    if (dice.chance(0.4)) continue
    const named = { id: Number(id), payerName }
    if (state === 'initialised' && holders.includes(buyerId)) {
      await call(markPaid, buyerId, named)
      bank.add(id)
    } else if (state === 'paid' && holders.includes(sellerId)) {
      if (bank.has(id)) await call(releaseCoins, sellerId, named)
      else await call(openDispute, sellerId, { id: named.id, reason: 'nothing came' })
    } else if (state === 'paid' && holders.includes(buyerId) && dice.chance(0.5))
      await call(openDispute, buyerId, { id: named.id, reason: 'I have paid' })
    else if (state === 'disputed' && holders.includes(sellerId) && dice.chance(0.5))
      await call(answerDispute, sellerId, { id: named.id, answer: 'as my bank says' })
  }
  const acting = { world, dice, wallet: dice.pick(holders), call }
  return dice.chance(0.5) ? takeOne(acting) : advertise(acting)
}

/** Operators check banks and give the coins to buyers who paid, otherwise back to sellers. A silent seller first gets time to answer. */
export async function decideDisputes(world: P2pWorld): Promise<void> {
  const rows = await world.db.query<{ id: bigint }>(
    "SELECT id FROM otc_transaction WHERE state = 'disputed' ORDER BY id",
  )
  for (const { id } of rows)
    await typeAsOperator(world, 'otc', 'decide', `${id}`, world.bank.has(id) ? 'all' : 'none', 'as the banks say')
}

export const closeLate = ({ db, clock }: P2pWorld): Promise<number> => closeUnpaid(db, clock.now())

export async function postHonestAds(world: P2pWorld): Promise<void> {
  const call = honestCaller(world)
  for (const [place, wallet] of world.holders.slice(0, 6).entries()) {
    const side = place % 3 === 2 ? 'buy' : 'sell'
    const methods = [side === 'sell' ? account : { paymentMethod: 2 }]
    await call(postAd, wallet, {
      side,
      fiat: 'USD',
      amount: '2000',
      price: '1',
      least: '10',
      most: '500',
      window: 30,
      methods,
    })
  }
}

type Ended = Trade & { readonly released: bigint; readonly units: bigint; readonly endedAt: Date | null }
/** Trades with coins released without payment, or payment without all coins. */
export async function tradeFaults({ db, attackers, bank }: P2pWorld): Promise<string[]> {
  const trades = await db.query<Ended>(
    `SELECT id, state, seller_id AS "sellerId", buyer_id AS "buyerId", released_units AS released, units, ended_at AS "endedAt"
     FROM otc_transaction WHERE (seller_id = ANY ($1::text[])) <> (buyer_id = ANY ($1::text[]))`,
    [attackers],
  )
  return trades.flatMap(({ id, buyerId, released, units: all, endedAt }) => {
    if (attackers.includes(buyerId))
      return released > 0n && !bank.has(id)
        ? [`trade ${id} gave ${showUnits(released)} USDT to a buyer who never paid`]
        : []
    return endedAt && bank.has(id) && released < all
      ? [`trade ${id} took the money for ${showUnits(all)} USDT and gave ${showUnits(released)}`]
      : []
  })
}
