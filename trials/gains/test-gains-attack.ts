import * as v from 'valibot'
import { accelerate, cancelAcceleration } from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import { buyOrder, cancelOrder, redeemOrder, setReinvest } from '#features/investing/investing.contract.ts'
import { acknowledgeExit } from '#features/investing/machines/machines.contract.ts'
import { exchangeAndBuy } from '#features/investing/products/exchange-and-buy.contract.ts'
import {
  cancelReservation,
  payReservation,
  reserveOrder,
} from '#features/investing/reservations/reservations.contract.ts'
import { disableAd, enableAd, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  answerDispute,
  cancelTransaction,
  markPaid,
  openDispute,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { compensatePower, getPower } from '#features/power/power.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { cancelWithdrawal, requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { assetNumber, type Coin, coins } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import { pairs, type WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import type { CallInputOf, Contract } from '#kit/wire/contract.ts'
import { lines as all, type LineId } from '#ledger/posting/lines.ts'
import { coinsOf } from '#market/market.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { freshCode } from '../year/test-year-money.ts'
import type { Shown } from '../year/test-year-world.ts'
import { cardOf, shelfOf } from './test-gains-buy.ts'
import { advertise, type Caller, goOn, honestCaller, takeOne, turnAd } from './test-gains-p2p.ts'
import type { GainsWorld } from './test-gains-world.ts'

export type Turn = {
  readonly world: GainsWorld
  readonly dice: Dice
  readonly wallet: WalletId
  readonly note: (line: string) => void
}
type Move = (turn: Turn) => Promise<unknown>

const typed = (units: bigint): string => {
  const cents = units / 1_000_000n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
const cent = 1_000_000n

/** @throws field.format for invalid input, as on the server */
const check = (contract: Contract, input: unknown): void => {
  if (!v.safeParse(contract.input, input).success) fail('field.format', { field: 'number' })
}

async function ask<C extends Contract>({ world, wallet, dice, note }: Turn, contract: C, input: CallInputOf<C>) {
  check(contract, input)
  const call = async () => {
    const answer = await callAs(world, contract, wallet, input)
    return answer
  }
  const index = world.attackers.indexOf(wallet)
  // Sometimes makes the call twice, sequentially or in parallel.
  const times = dice.chance(0.06) ? 2 : 1
  note(`${index}: ${contract.path} ${JSON.stringify(input)}${times === 2 ? ' twice at once' : ''}`)
  if (times === 1) return call()
  const [first, second] = await Promise.allSettled([call(), call()])
  if (first?.status === 'rejected') throw first.reason
  if (second?.status === 'rejected') throw second.reason
  return first?.value
}

async function askWithCode<C extends Contract>(turn: Turn, contract: C, input: CallInputOf<C>) {
  const { world, wallet } = turn
  const { code, wall } = freshCode(world, wallet)
  check(contract, { ...(input as object), code })
  turn.note(`${world.attackers.indexOf(wallet)}: ${contract.path} ${JSON.stringify(input)}`)
  return callAs({ ...world, wall }, contract, wallet, { ...(input as object), code } as CallInputOf<C>)
}

async function availableOf({ world, wallet }: Turn, coin: Coin): Promise<bigint> {
  const [row] = await world.db.query<{ balance: bigint }>(
    'SELECT balance FROM balance WHERE owner = $1 AND purpose = $2 AND asset = $3',
    [`wallet:${wallet}`, 'available', assetNumber(coin)],
  )
  return row?.balance ?? 0n
}

type Own = {
  readonly id: number
  readonly line: LineId
  readonly state: string
  readonly base: bigint
  readonly turn: Turn
}
/** This wallet's orders, oldest first. If none, orders of another attacker wallet, which then acts. */
async function ordersOf(turn: Turn, states: readonly string[], lines: readonly LineId[] = all): Promise<Own[]> {
  const { world, wallet } = turn
  const rows = await world.db.query<Omit<Own, 'id' | 'turn'> & { id: bigint; wallet: WalletId }>(
    `SELECT id, wallet_id AS wallet, line, state, base_units AS base FROM investment_order
     WHERE wallet_id = ANY ($1::text[]) AND state = ANY ($2::text[]) AND line = ANY ($3::text[]) ORDER BY id`,
    [world.attackers, states, lines],
  )
  const own = rows.map((row) => ({ ...row, id: Number(row.id), turn: { ...turn, wallet: row.wallet } }))
  const mine = own.filter((order) => order.turn.wallet === wallet)
  return mine.length > 0 ? mine : own
}

function edge(dice: Dice, least: bigint, all: bigint): bigint {
  return dice.pick([
    () => least,
    () => least,
    () => least - cent,
    () => all,
    () => all + cent,
    () => cent,
    () => least + BigInt(dice.below(1_000)) * unitsPerOne,
    () => least + BigInt(dice.below(100_000)) * cent,
    () => (all * BigInt(1 + dice.below(99))) / 100n,
  ])()
}

async function buyProduct(turn: Turn, product: Shown): Promise<unknown> {
  const { world, dice, wallet } = turn
  const least = BigInt(Math.round(Number(product.minimum) * 100)) * cent
  const amount =
    product.tier || product.line === 'machine' ? least : edge(dice, least, await availableOf(turn, product.base))
  const { days } = dice.pick(product.periods)
  const card = await cardOf(world, wallet, product.productId)
  const { productId } = product
  if (product.line === 'acceleration') return ask(turn, accelerate, { productId, amount: typed(amount), card })
  const term = days > 0 ? { days: dice.chance(0.5) ? (product.periods[0]?.days ?? days) : days } : {}
  const choice = product.reinvests ? { reinvest: dice.chance(0.4) } : {}
  const bought = await ask(turn, buyOrder, { productId, amount: typed(amount), card, ...term, ...choice })
  if (bought && dice.chance(0.15)) await ask(turn, cancelOrder, { orderId: bought.order.orderId })
  return bought
}

const buy: Move = async (turn) => {
  const products = (await shelfOf(turn.world, turn.wallet)).filter(({ line }) => line !== 'acceleration')
  const lines = [...new Set(products.map(({ line }) => line))]
  const line = turn.dice.pick(lines)
  return buyProduct(turn, turn.dice.pick(products.filter((each) => each.line === line)))
}

const speedUp: Move = async (turn) => {
  const products = (await shelfOf(turn.world, turn.wallet)).filter(({ line }) => line === 'acceleration')
  return buyProduct(turn, turn.dice.pick(products))
}

const slowDown: Move = async (turn) => {
  const own = await ordersOf(turn, ['to_be_started', 'earning', 'paused'], ['acceleration'])
  if (own.length === 0) return
  const { id, base, turn: its } = turn.dice.pick(own)
  return ask(its, cancelAcceleration, { orderId: id, amount: typed(edge(turn.dice, cent, base)) })
}

const running = ['to_be_started', 'earning', 'paused', 'to_be_released']
const cancel: Move = async (turn) => {
  const own = await ordersOf(turn, turn.dice.chance(0.9) ? ['to_be_started'] : running)
  if (own.length === 0) return
  const { id, turn: its } = turn.dice.chance(0.6) ? (own.at(-1) as Own) : turn.dice.pick(own)
  return ask(its, cancelOrder, { orderId: id })
}

const leave: Move = async (turn) => {
  const own = await ordersOf(turn, turn.dice.chance(0.9) ? ['earning', 'paused'] : running)
  if (own.length === 0) return
  const { id, base, line, turn: its } = turn.dice.pick(own)
  const inPart = line === 'compound' ? turn.dice.chance(0.8) : turn.dice.chance(0.05)
  const part = inPart ? { amount: typed(edge(turn.dice, cent, base)) } : {}
  return ask(its, redeemOrder, { orderId: id, ...part })
}

const switchReinvest: Move = async (turn) => {
  const own = await ordersOf(turn, [...running, 'queued', 'due'], ['dual'])
  if (own.length === 0) return
  const { id, turn: its } = turn.dice.pick(own)
  return ask(its, setReinvest, { orderId: id, reinvest: turn.dice.chance(0.5) })
}

const reserve: Move = async (turn) => {
  const { world, dice, wallet } = turn
  const dual = (await shelfOf(world, wallet)).filter(({ line }) => line === 'dual')
  const product = dual.find(({ needsReservation }) => needsReservation) ?? dice.pick(dual)
  const { productId, minimum, base } = dice.chance(0.9) ? product : dice.pick(dual)
  const least = BigInt(Math.round(Number(minimum) * 100)) * cent
  const some = least * BigInt(1 + dice.below(30))
  const amount = dice.chance(0.6) ? some : edge(dice, least, await availableOf(turn, base))
  const { days } = dice.pick(product.periods)
  const card = await cardOf(world, wallet, productId)
  return ask(turn, reserveOrder, { productId, amount: typed(amount), days, reinvest: dice.chance(0.5), card })
}

const payBalance: Move = async (turn) => {
  const own = await ordersOf(turn, ['due', 'queued'], ['dual'])
  const due = own.find(({ state }) => state === 'due') ?? own[0]
  return due && ask(due.turn, payReservation, { orderId: due.id })
}

const giveUp: Move = async (turn) => {
  const own = await ordersOf(turn, ['due', 'queued'], ['dual'])
  if (own.length === 0) return
  const { id, turn: its } = turn.dice.pick(own)
  return ask(its, cancelReservation, { orderId: id, giveUp: turn.dice.chance(0.7) })
}

const draw: Move = async (turn) => {
  const { hash } = await callAs(turn.world, getDraw, turn.wallet, {})
  return ask(turn, makeDraw, { hash, holderSeed: String(turn.dice.below(1_000)) })
}

const swap: Move = async (turn) => {
  const { dice } = turn
  const pair = dice.pick(pairs)
  const direction = dice.pick(['buy', 'sell'] as const)
  const { base, quoted } = coinsOf(pair)
  const coin = direction === 'buy' ? base : quoted
  const all = await availableOf(turn, coin)
  const small = BigInt(5 + dice.below(400)) * cent * (coin === 'USDT' ? 100n : 500n)
  const units = dice.pick([small, small, edge(dice, small, all), all / 4n, all / 10n])
  const input = { exchangeId: pairs.indexOf(pair) + 1, direction, amount: typed(units), least: '0.00000001' } as const
  return askWithCode(turn, makeTrade, input)
}

/** One call trades and buys an order. Both succeed, or neither. */
const swapAndBuy: Move = async (turn) => {
  const { world, wallet, dice } = turn
  const products = (await shelfOf(world, wallet)).filter(({ reinvests }) => reinvests)
  if (products.length === 0) return
  const product = dice.pick(products)
  const least = BigInt(Math.round(Number(product.minimum) * 100)) * cent
  const pair = dice.pick(pairs)
  const direction = dice.pick(['buy', 'buy', 'sell'] as const)
  const small = BigInt(5 + dice.below(100)) * unitsPerOne
  return askWithCode(turn, exchangeAndBuy, {
    productId: product.productId,
    amount: typed(edge(dice, least, await availableOf(turn, product.base))),
    days: dice.pick(product.periods).days,
    reinvest: dice.chance(0.4),
    card: await cardOf(world, wallet, product.productId),
    exchangeId: pairs.indexOf(pair) + 1,
    direction,
    giveAmount: typed(small),
    least: '0.00000001',
  })
}

const send: Move = async (turn) => {
  const { world, wallet, dice } = turn
  const others = world.attackers.filter((each) => each !== wallet)
  const receiverId = dice.pick(dice.chance(0.03) ? world.holders : others)
  const coin = dice.pick(coins)
  const amount = typed(edge(dice, unitsPerOne, await availableOf(turn, coin)))
  return askWithCode(turn, makeTransfer, { receiverId, coin, amount, remark: '' })
}

const compensate: Move = async (turn) => {
  const { restorable } = await callAs(turn.world, getPower, turn.wallet, {})
  const all = BigInt(Math.floor(Number(restorable) * 100)) * cent
  return ask(turn, compensatePower, { amount: typed(edge(turn.dice, cent, all)) })
}

const acknowledge: Move = async (turn) => {
  const own = await ordersOf(turn, ['exited', 'earning', 'paused'], ['machine'])
  const machine = own.length > 0 ? turn.dice.pick(own) : undefined
  return machine && ask(machine.turn, acknowledgeExit, { orderId: machine.id })
}

const withdraw: Move = async (turn) => {
  const coin = turn.dice.pick(['USDT', 'ATMC', 'ATMX'] as const)
  const amount = typed(edge(turn.dice, 10n * unitsPerOne, await availableOf(turn, coin)))
  return askWithCode(turn, requestWithdrawal, { chain: 'bsc', coin, amount, code: '' })
}

const takeBack: Move = async (turn) => {
  const [row] = await turn.world.db.query<{ id: bigint; wallet: WalletId }>(
    'SELECT id, wallet_id AS wallet FROM withdrawal WHERE wallet_id = ANY ($1::text[]) ORDER BY id DESC LIMIT 1',
    [turn.world.attackers],
  )
  return row && ask({ ...turn, wallet: row.wallet }, cancelWithdrawal, { id: Number(row.id) })
}

function acting(turn: Turn) {
  const { world, note } = turn
  const call: Caller = (contract, wallet, input) => {
    check(contract, input)
    if (contract.method === 'POST')
      note(`${world.attackers.indexOf(wallet)}: ${contract.path} ${JSON.stringify(input)}`)
    return honestCaller(world)(contract, wallet, input)
  }
  return { ...turn, call }
}
const p2p =
  (act: (on: ReturnType<typeof acting>) => Promise<unknown>): Move =>
  (turn) =>
    act(acting(turn))
const p2pStep =
  (step: Parameters<typeof goOn>[1]): Move =>
  (turn) =>
    goOn(acting(turn), step, turn.world.attackers)

export type Way = { readonly contract: Contract; readonly often: number; readonly move: Move }
const way = (contract: Contract, often: number, move: Move): Way => ({ contract, often, move })

/** Every call that affects money or points. A test compares the list with the routes. */
export const ways: readonly Way[] = [
  way(buyOrder, 12, buy),
  way(cancelOrder, 8, cancel),
  way(redeemOrder, 7, leave),
  way(setReinvest, 3, switchReinvest),
  way(reserveOrder, 4, reserve),
  way(payReservation, 4, payBalance),
  way(cancelReservation, 2, giveUp),
  way(accelerate, 3, speedUp),
  way(cancelAcceleration, 2, slowDown),
  way(makeDraw, 2, draw),
  way(makeTrade, 7, swap),
  way(makeTransfer, 5, send),
  way(compensatePower, 2, compensate),
  way(acknowledgeExit, 1, acknowledge),
  way(requestWithdrawal, 2, withdraw),
  way(cancelWithdrawal, 2, takeBack),
  way(postAd, 4, p2p(advertise)),
  way(disableAd, 1, p2p(turnAd)),
  way(enableAd, 1, p2p(turnAd)),
  way(removeAd, 1, p2p(turnAd)),
  way(takeAd, 5, p2p(takeOne)),
  way(markPaid, 4, p2pStep('pay')),
  way(releaseCoins, 3, p2pStep('release')),
  way(cancelTransaction, 2, p2pStep('cancel')),
  way(openDispute, 1, p2pStep('dispute')),
  way(answerDispute, 1, p2pStep('answer')),
  way(exchangeAndBuy, 3, swapAndBuy),
]

/** Groups of related calls. Half of the runs focus on one. */
const together: readonly (readonly Contract[])[] = [
  [reserveOrder, reserveOrder, payReservation, cancelReservation, cancelOrder],
  [buyOrder, cancelOrder, redeemOrder, setReinvest],
  [buyOrder, redeemOrder, accelerate, cancelAcceleration, makeDraw],
  [makeTrade, makeTrade, buyOrder, redeemOrder],
  [makeTrade, buyOrder, cancelOrder, makeTransfer],
  [compensatePower, redeemOrder, buyOrder, makeTrade],
  [requestWithdrawal, cancelWithdrawal, makeTransfer, makeTrade],
  [postAd, takeAd, takeAd, markPaid, markPaid, releaseCoins, cancelTransaction, openDispute, answerDispute],
  [postAd, takeAd, markPaid, releaseCoins, makeTrade, makeTrade, makeTransfer, disableAd, removeAd],
  [postAd, enableAd, disableAd, removeAd, takeAd, buyOrder, cancelOrder, requestWithdrawal, cancelWithdrawal],
]
export const themes: readonly (readonly string[])[] = [
  ...together.map((theme) => theme.map(({ path }) => path)),
  // Manipulates a price just before a purchase starts.
  [buyOrder.path, buyOrder.path, 'edge', makeTrade.path, makeTrade.path, 'night'],
]

/** Signed-in calls that move nothing. Every new call belongs in `ways` or here. */
export const movesNothing: readonly string[] = [
  '/login/out',
  '/wallet/backup',
  '/wallet/check',
  '/wallet/outcome',
  '/wallet/passkey-ask',
  '/wallet/passkey-check',
  '/my/passkey-begin',
  '/my/passkey-add',
  '/my/passkey-remove',
  '/my/nickname',
  '/upload',
  '/chat/send',
  '/chat/seen',
  '/my/avatar',
  '/my/album-remove',
  '/main/send-ems',
  '/my/email-bind',
  '/my/email-hello',
  '/my/session-end',
  '/notice/own-read',
  '/exchange/alert-add',
  '/exchange/alert-drop',
  '/my/push',
  '/my/push-off',
  '/my/password',
  '/my/region',
  '/my/freeze',
  '/my/unfreeze',
  '/my/google-setup',
  '/my/google-bind',
  '/my/address-bind',
  '/my/address-change',
  '/my/address-change-cancel',
  '/invest/quiz',
  '/otc/evidence',
  '/wallet/faucet',
]
