import { testDb } from '#engine/test/test-db.ts'
import { disableAd, enableAd, listAds, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  cancelTransaction,
  listTransactions,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { declareRegion } from '#identity/team/region.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import { dayMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { operate } from '#server/test/test-operator.ts'

export const purse = 5_000n * unitsPerOne

/** A world that makes OTC calls without HTTP. */
export async function otcWorld() {
  const db = await testDb()
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  let count = 0
  const nextKey = () => {
    count += 1
    return `otc:test:${count}`
  }
  const app = { db, clock, nextKey }
  const newWallet = async (sponsor?: WalletId): Promise<WalletId> => {
    const { walletId } = await testWallet(db, { at: clock.now(), ...(sponsor ? { sponsor } : {}) })
    await db.transaction(async (tx) => {
      await declareRegion(tx, walletId, 'PK', clock.now())
      const posting = { from: outside('bsc'), to: available(walletId), asset: 'USDT', units: purse, code: 2 } as const
      await post(tx, { key: nextKey(), at: clock.now(), postings: [posting] })
    })
    return walletId
  }
  return {
    ...app,
    newWallet,
    call: <C extends Contract>(contract: C, wallet: WalletId, input: CallInputOf<C>): Promise<OutputOf<C>> =>
      callAs(app, contract, wallet, input),
    /** Simulates a process killed just before commit. */
    crash: async <C extends Contract>(contract: C, wallet: WalletId, input: CallInputOf<C>): Promise<void> => {
      const dying = {
        ...db,
        transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
          db.transaction(async (tx) => {
            await work(tx)
            throw new Killed()
          }),
      }
      await callAs({ ...app, db: dying as typeof db }, contract, wallet, input).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
    },
    close: () => db.close(),
  }
}
export type OtcWorld = Awaited<ReturnType<typeof otcWorld>>
class Killed extends Error {}

const account = { paymentMethod: 2, details: { holder: 'Ana Ruiz', alias: 'ana@example.org' } }
export const sellAd = (amount: string): CallInputOf<typeof postAd> => ({
  side: 'sell',
  fiat: 'PKR',
  amount,
  price: '281',
  least: '10',
  most: amount,
  window: 30,
  terms: '',
  methods: [account],
})
export const takeOf = (id: number, amount: string): CallInputOf<typeof takeAd> => ({
  id,
  amount,
  price: '281',
  ...account,
})

type Turn = { readonly world: OtcWorld; readonly dice: Dice; readonly wallets: readonly WalletId[] }
type Step = (turn: Turn, wallet: WalletId) => Promise<unknown>

const amountOf = (dice: Dice, most: number): string =>
  `${10 + dice.below(most)}.${String(dice.below(100)).padStart(2, '0')}`

async function make<C extends Contract>({ world, dice }: Turn, contract: C, wallet: WalletId, input: CallInputOf<C>) {
  if (dice.chance(0.1)) return world.crash(contract, wallet, input)
  return world.call(contract, wallet, input)
}

const advertise: Step = (turn, wallet) => {
  const side = turn.dice.pick(['sell', 'buy'] as const)
  const amount = amountOf(turn.dice, 900)
  return make(turn, postAd, wallet, { ...sellAd(amount), side, least: '10', most: '10000' })
}
const turnAd: Step = async (turn, wallet) => {
  const { items } = await turn.world.call(listAds, wallet, { mine: '1' })
  const ad = items[turn.dice.below(items.length || 1)]
  const contract = turn.dice.pick([disableAd, disableAd, enableAd, removeAd, removeAd])
  return ad && make(turn, contract, wallet, { id: ad.id })
}
const take: Step = async (turn, wallet) => {
  const side = turn.dice.pick(['sell', 'buy'] as const)
  const { items } = await turn.world.call(listAds, wallet, { side, fiat: 'PKR' })
  const ad = items[turn.dice.below(items.length || 1)]
  const amount = turn.dice.chance(0.2) ? ad?.left : amountOf(turn.dice, 300)
  return ad && make(turn, takeAd, wallet, takeOf(ad.id, amount ?? '10'))
}
const move: Step = async (turn, wallet) => {
  const { dice } = turn
  const { items } = await turn.world.call(listTransactions, wallet, { open: '1' })
  const found = items[dice.below(items.length || 1)]
  if (!found) return
  const { id } = found
  const named = { id, payerName: 'Ben Khan' }
  const kind = dice.pick(['paid', 'paid', 'release', 'release', 'cancel', 'dispute', 'answer'] as const)
  if (kind === 'paid') return make(turn, markPaid, wallet, named)
  if (kind === 'release') return make(turn, releaseCoins, wallet, named)
  if (kind === 'cancel') return make(turn, cancelTransaction, wallet, { id })
  if (kind === 'answer') return make(turn, answerDispute, wallet, { id, answer: 'nothing came' })
  return make(turn, openDispute, wallet, { id, reason: 'nothing came' })
}
const decide: Step = async ({ world, dice }) => {
  const [row] = await world.db.query<{ id: bigint; units: bigint; seller: WalletId }>(
    "SELECT id, units, seller_id AS seller FROM otc_transaction WHERE state = 'disputed' ORDER BY random() LIMIT 1",
  )
  if (!row) return
  if (dice.chance(0.8))
    await world
      .call(answerDispute, row.seller, { id: Number(row.id), answer: 'nothing came' })
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  const part = dice.pick(['all', 'none', `${1 + dice.below(Number(row.units / unitsPerOne))}`])
  return operate(world, `otc decide ${row.id} ${part} as the evidence says`)
}
const wait: Step = async ({ world, dice }) => {
  world.clock.advance(dice.pick([minuteMs, 15 * minuteMs, 30 * minuteMs, dayMs, 3 * dayMs]))
  return closeUnpaid(world.db, world.clock.now())
}
const steps: readonly Step[] = [
  advertise,
  advertise,
  turnAd,
  take,
  take,
  take,
  take,
  move,
  move,
  move,
  move,
  move,
  move,
  wait,
  decide,
]

/** Runs random steps. Refusals are allowed. */
export async function live(turn: Turn, length: number): Promise<void> {
  for (let nth = 0; nth < length; nth += 1) {
    const wallet = turn.dice.pick(turn.wallets)
    await turn.dice
      .pick(steps)(turn, wallet)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  }
}

export async function balancesBoth(world: OtcWorld) {
  const said = await world.db.query<{ id: WalletId; total: string; fees: string }>(
    `SELECT w.id, ($1::numeric
         + coalesce(sum(t.released_units - CASE WHEN t.buyer_id = t.taker_id THEN t.fee_units ELSE 0 END) FILTER (WHERE t.buyer_id = w.id), 0)
         - coalesce(sum(t.released_units + CASE WHEN t.seller_id = t.taker_id THEN t.fee_units ELSE 0 END) FILTER (WHERE t.seller_id = w.id), 0))::text AS total,
       (SELECT coalesce(sum(ceil(f.released_units * 2 / 1000.0)), 0)::text FROM otc_transaction f) AS fees
     FROM wallet w LEFT JOIN otc_transaction t ON w.id IN (t.buyer_id, t.seller_id) GROUP BY w.id ORDER BY w.id`,
    [`${purse}`],
  )
  const there = await world.db.query<{ id: WalletId; total: string; least: string }>(
    `SELECT holder AS id, sum(balance)::text AS total, min(balance)::text AS least FROM balance
     WHERE asset = 1 AND holder IS NOT NULL GROUP BY holder ORDER BY holder`,
  )
  const [app] = await world.db.query<{ fees: string }>(
    "SELECT coalesce(sum(balance), 0)::text AS fees FROM balance WHERE owner = 'house' AND purpose = 'fees' AND asset = 1",
  )
  return {
    said: said.map(({ id, total }) => `${id} ${total}`),
    there: there.map(({ id, total }) => `${id} ${total}`),
    belowZero: there.filter(({ least }) => BigInt(least) < 0n),
    fees: [said[0]?.fees ?? '0', app?.fees ?? '0'],
  }
}
