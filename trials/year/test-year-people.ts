import {
  accelerate,
  cancelAcceleration,
  listAccelerations,
} from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import {
  buyOrder,
  cancelOrder,
  getOrder,
  getProduct,
  listOrders,
  listProducts,
  redeemOrder,
  setReinvest,
} from '#features/investing/investing.contract.ts'
import { acknowledgeExit } from '#features/investing/machines/machines.contract.ts'
import {
  cancelReservation,
  listReservations,
  payReservation,
  reserveOrder,
} from '#features/investing/reservations/reservations.contract.ts'
import { compensatePower, getPower } from '#features/power/power.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { coins } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { exchangePairs, makeTrade } from '#market/trade/exchange.contract.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { askWithdrawal, payIn, takeBackWithdrawal } from './test-year-money.ts'
import { type Circle, type Shown, typed, type YearWorld } from './test-year-world.ts'

export type Act = (world: YearWorld, wallet: WalletId) => Promise<unknown>

async function shelfOf(world: YearWorld, wallet: WalletId) {
  const { shelf } = world
  if (shelf.items.length === 0) shelf.items = (await callAs(world, listProducts, wallet, {})).items
  return shelf.items
}

async function cardOf(world: YearWorld, wallet: WalletId, productId: number): Promise<string> {
  const { cards } = world.shelf
  const known = cards.get(productId)
  if (known) return known
  const { card } = await callAs(world, getProduct, wallet, { productId })
  cards.set(productId, card.hash)
  return card.hash
}

const join = (world: YearWorld, circle: Circle, wallet: WalletId): void => {
  world.circles[circle].push(wallet)
}

const isPriced = ({ line }: Shown): boolean => line === 'machine' || line === 'node'

async function buyOf(world: YearWorld, wallet: WalletId, product: Shown): Promise<void> {
  const { dice } = world
  const { productId, line } = product
  const period = dice.pick(product.periods)
  const least = Number(product.minimum)
  const amount = isPriced(product) ? product.minimum : typed(dice, least, least * (dice.chance(0.05) ? 2_000 : 6))
  const choice = product.reinvests ? { reinvest: dice.chance(0.6) } : {}
  const days = period.days > 0 ? { days: period.days } : {}
  const card = await cardOf(world, wallet, productId)
  await callAs(world, buyOrder, wallet, { productId, amount, ...days, ...choice, card })
  if (line === 'machine') join(world, 'machines', wallet)
  if (line === 'compound') join(world, 'compounding', wallet)
}

/** One purchase in twenty tries an excessive amount. */
const buy: Act = async (world, wallet) => buyOf(world, wallet, world.dice.pick(await shelfOf(world, wallet)))

const equip: Act = async (world, wallet) =>
  buyOf(world, wallet, world.dice.pick((await shelfOf(world, wallet)).filter(isPriced)))

const leave: Act = async (world, wallet) => {
  const { items } = await callAs(world, listOrders, wallet, { state: 'running' })
  if (items.length === 0) return
  const { orderId, state, amount, takable } = world.dice.pick(items)
  if (state === 'to_be_started') return callAs(world, cancelOrder, wallet, { orderId })
  const inPart = takable && world.dice.chance(0.7) && Number(amount) > 2
  const part = inPart ? { amount: typed(world.dice, 1, Number(amount) / 2) } : {}
  return callAs(world, redeemOrder, wallet, { orderId, ...part })
}

const switchReinvest: Act = async (world, wallet) => {
  const { items } = await callAs(world, listOrders, wallet, { state: 'running', line: 'dual' })
  if (items.length === 0) return
  const { orderId } = world.dice.pick(items)
  return callAs(world, setReinvest, wallet, { orderId, reinvest: world.dice.chance(0.5) })
}

/** Responses must match their contracts. */
const look: Act = async (world, wallet) => {
  await callAs(world, listProducts, wallet, {})
  const { items } = await callAs(world, listOrders, wallet, {})
  if (items.length > 0) await callAs(world, getOrder, wallet, { orderId: world.dice.pick(items).orderId })
}

const swap: Act = async (world, wallet) => {
  const { items } = await callAs(world, exchangePairs, wallet, {})
  const { id } = world.dice.pick(items)
  const direction = world.dice.chance(0.5) ? 'buy' : 'sell'
  const amount = typed(world.dice, 6, direction === 'buy' ? 300 : 900)
  return callAs(world, makeTrade, wallet, { exchangeId: id, direction, amount, least: '0.00000001' })
}

const pay: Act = (world, wallet) => {
  const { dice, holders } = world
  const amount = typed(dice, 1, 60)
  return callAs(world, makeTransfer, wallet, {
    coin: dice.pick(coins),
    amount,
    receiverId: dice.pick(holders),
    remark: '',
  })
}

const speedUp: Act = async (world, wallet) => {
  const { dice } = world
  const { principal } = await callAs(world, listAccelerations, wallet, {})
  const free = principal.filter(({ left }) => Number(left) > 2)
  if (free.length === 0) return
  const { coin, left } = dice.pick(free)
  const products = (await shelfOf(world, wallet)).filter(({ line, base }) => line === 'acceleration' && base === coin)
  const { productId } = dice.pick(products)
  const card = await cardOf(world, wallet, productId)
  await callAs(world, accelerate, wallet, { productId, amount: typed(dice, 1, Number(left)), card })
  join(world, 'marked', wallet)
}

const slowDown: Act = async (world, wallet) => {
  const { items } = await callAs(world, listOrders, wallet, { state: 'running', line: 'acceleration' })
  if (items.length === 0) return
  const { orderId, amount } = world.dice.pick(items)
  return callAs(world, cancelAcceleration, wallet, { orderId, amount: typed(world.dice, 1, Number(amount) / 2) })
}

const draw: Act = async (world, wallet) => {
  const { hash } = await callAs(world, getDraw, wallet, {})
  return callAs(world, makeDraw, wallet, { hash, holderSeed: String(world.dice.below(1_000_000)) })
}

const reserve: Act = async (world, wallet) => {
  const { dice } = world
  const products = (await shelfOf(world, wallet)).filter(({ line }) => line === 'dual')
  const product = dice.chance(0.7)
    ? (products.find(({ needsReservation }) => needsReservation) ?? dice.pick(products))
    : dice.pick(products)
  const { productId, minimum } = product
  const { days } = dice.pick(product.periods)
  const amount = typed(dice, Number(minimum), Number(minimum) * 5)
  const card = await cardOf(world, wallet, productId)
  await callAs(world, reserveOrder, wallet, { productId, amount, days, reinvest: dice.chance(0.5), card })
  join(world, 'queued', wallet)
}

const openReservations = async (world: YearWorld, wallet: WalletId) =>
  (await callAs(world, listReservations, wallet, { state: 'open' })).items

const payBalance: Act = async (world, wallet) => {
  for (const { orderId, state } of await openReservations(world, wallet))
    if (state === 'due' || world.dice.chance(0.1)) await callAs(world, payReservation, wallet, { orderId })
}

const giveUp: Act = async (world, wallet) => {
  const [first] = await openReservations(world, wallet)
  if (first) await callAs(world, cancelReservation, wallet, { orderId: first.orderId, giveUp: world.dice.chance(0.7) })
}

const compensate: Act = async (world, wallet) => {
  const { restorable } = await callAs(world, getPower, wallet, {})
  if (Number(restorable) < 0.02) return
  const most = Math.floor(Number(restorable) * 100)
  const hundredths = 1 + world.dice.below(Math.max(1, most))
  return callAs(world, compensatePower, wallet, { amount: (hundredths / 100).toFixed(2) })
}

const acknowledge: Act = async (world, wallet) => {
  const { items } = await callAs(world, listOrders, wallet, { state: 'exited', line: 'machine' })
  for (const { orderId } of items) await callAs(world, acknowledgeExit, wallet, { orderId })
}

type Habit = {
  /** Relative frequency. */
  readonly often: number
  readonly act: Act
  /** Preferred wallets. Others act occasionally. */
  readonly among?: Circle
}

export const habits: Readonly<Record<string, Habit>> = {
  buy: { often: 9, act: buy },
  equip: { often: 1, act: equip, among: 'starred' },
  leave: { often: 3, act: leave },
  switch: { often: 2, act: switchReinvest },
  look: { often: 1, act: look },
  trade: { often: 6, act: swap },
  pay: { often: 3, act: pay },
  speedUp: { often: 2, act: speedUp, among: 'compounding' },
  slowDown: { often: 1, act: slowDown, among: 'marked' },
  draw: { often: 3, act: draw },
  reserve: { often: 3, act: reserve },
  payBalance: { often: 3, act: payBalance, among: 'queued' },
  giveUp: { often: 1, act: giveUp, among: 'queued' },
  compensate: { often: 2, act: compensate },
  acknowledge: { often: 1, act: acknowledge, among: 'machines' },
  payIn: { often: 2, act: payIn },
  withdraw: { often: 1, act: askWithdrawal, among: 'armed' },
  takeBack: { often: 1, act: takeBackWithdrawal, among: 'asked' },
}

export const usual: readonly string[] = Object.entries(habits).flatMap(([name, { often }]) =>
  Array.from({ length: often }, () => name),
)
