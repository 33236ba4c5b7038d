import type * as v from 'valibot'
import { lesser, multiply, rateOf, showUnits } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { lineOf } from '../registry.ts'
import type * as fields from '../terms/fields.ts'
import { legsOf } from '../terms/legs.ts'
import type { Moved } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'
import type { Figures } from '../terms/purchase.ts'
import { breaksEvenAfter, broughtIn, type DayGain, type PowerPot } from './break-even.ts'
import { type Result, resultOf, type UsdtOf, usdtOf } from './result.ts'

export type OutcomeName = v.InferOutput<typeof fields.way>['way']

export type Today = {
  readonly usdt: UsdtOf
  readonly pot: PowerPot
  /** Daily coins from a shared pot, at today's pots. */
  readonly dayCoins?: readonly Moved[]
}

export const timesToday = (today: Today, quantity: number): Today => ({
  ...today,
  ...(today.dayCoins
    ? { dayCoins: today.dayCoins.map(({ asset, units }) => ({ asset, units: units * BigInt(quantity) })) }
    : {}),
})

/** `sure`: false if market or fund results decide. */
export type Way = Result & {
  readonly way: OutcomeName
  readonly sure: boolean
  /** POWER granted until this outcome. */
  readonly power: bigint
  /**
   * USDT units that income must cover to break even. For a continuing round, the cost of stopping. Undefined without a coin price or a
   * forecast.
   */
  readonly cost: bigint | undefined
  readonly priced: boolean
  /** Whole days from the start. Undefined after ten years, or if unknown. */
  readonly breaksEven: number | undefined
  readonly onDay: (day: number) => DayGain
}

export const orderOf = (figures: Figures): Order => ({
  id: 0 as Order['id'],
  walletId: '' as WalletId,
  productId: 0,
  state: 'earning',
  terms: figures.terms,
  cardHash: '',
  boughtAt: figures.startsAt,
  round: 1,
  roundStarted: figures.startsAt,
  roundEnds: figures.endsAt,
  baseUnits: figures.baseUnits,
  sideUnits: figures.sideUnits,
  promiseUnits: figures.promiseUnits,
  nextPromiseUnits: undefined,
  valueUnits: figures.valueUnits,
  sideValueUnits: figures.sideValueUnits,
  reinvest: false,
  poolShort: false,
  paidUnits: 0n,
  shareUnits: figures.shareUnits ?? 0n,
  paidValueUnits: 0n,
  overAt: undefined,
})

export const powerADay = ({ valueUnits, terms }: Order): bigint =>
  multiply(valueUnits, rateOf(terms.powerPerDay), 'down')

/** Coins and POWER without a price count as 0. */
function gainOf(coins: readonly Moved[], power: bigint, { usdt, pot }: Today): { gain: bigint; priced: boolean } {
  const gain = usdtOf(coins, usdt)
  return { gain: gain ?? 0n, priced: gain !== undefined && (power === 0n || pot.usdt !== undefined) }
}

function fixedOutcomes(order: Order, today: Today): readonly Way[] {
  const { usdt, pot } = today
  const { fixed, close } = lineOf(order.terms.line)
  if (!fixed) return []
  const goesIn = legsOf(order)
  const { days, base } = order.terms
  const interest: Moved = { asset: base, units: order.promiseUnits }
  const closing = close(order, 'reinvest_off')
  const on = resultOf(goesIn, [...goesIn, interest], usdt)
  const off = resultOf(goesIn, closing.returned, usdt)
  const daily = powerADay(order)
  const granted = daily * BigInt(days)
  const { gain, priced } = gainOf([interest], granted + (closing.power ?? 0n), today)
  const lost = usdtOf(off.givenUp.map(negative), usdt)
  /** Ignores compounding, so the estimate is low. */
  const onDay = (day: number, last: boolean): DayGain => ({
    usdt: day % days === 0 && (!last || day === days) ? gain : 0n,
    power: (last && day > days ? 0n : daily) + (last && day === days ? (closing.power ?? 0n) : 0n),
  })
  const plan = { cost: -(lost ?? 0n), mayStop: (day: number) => day % days === 0 }
  const known = lost !== undefined && priced
  const cost = known ? plan.cost : undefined
  return [
    {
      ...on,
      way: 'on',
      sure: true,
      cost,
      priced,
      power: granted,
      onDay: (day) => onDay(day, false),
      breaksEven: known ? breaksEvenAfter({ ...plan, onDay: (day) => onDay(day, false) }, pot) : undefined,
    },
    {
      ...off,
      way: 'off',
      sure: true,
      cost,
      priced,
      power: granted + (closing.power ?? 0n),
      onDay: (day) => onDay(day, true),
      breaksEven: known
        ? breaksEvenAfter({ ...plan, mayStop: (day) => day >= days, onDay: (day) => onDay(day, true) }, pot)
        : undefined,
    },
  ]
}

const negative = ({ asset, units }: Moved): Moved => ({ asset, units: -units })

/** Coins returned at the end. Undefined if not fixed. */
function backOf(order: Order): readonly Moved[] | undefined {
  const line = lineOf(order.terms.line)
  if (line.joinsMarket || line.sharesProfit) return undefined
  if (line.source) return [{ asset: order.terms.pays ?? order.terms.base, units: order.promiseUnits }]
  return line.holds?.coins === 'nothing' ? [] : legsOf(order)
}

function underCap(cap: bigint, daily: bigint, day: number): bigint {
  const left = cap - daily * BigInt(day - 1)
  return left > 0n ? lesser(daily, left) : 0n
}

function endWay(order: Order, today: Today): Way {
  const { usdt, pot, dayCoins = [] } = today
  const { days } = order.terms
  const back = backOf(order)
  const result = resultOf(legsOf(order), back ?? legsOf(order), usdt)
  const { gain: daily, priced } = gainOf(dayCoins, powerADay(order), today)
  const cap = lineOf(order.terms.line).share?.cap?.(order)
  const cost = result.usdt === undefined || result.usdt >= 0n ? 0n : -result.usdt
  const plan = {
    cost,
    mayStop: (day: number) => day >= days,
    onDay: (day: number): DayGain => ({
      usdt: cap === undefined ? daily : underCap(cap, daily, day),
      power: days > 0 && day > days ? 0n : powerADay(order),
    }),
  }
  const known = back !== undefined && result.usdt !== undefined && priced
  return {
    ...result,
    cost: known ? cost : undefined,
    priced,
    ...(back ? {} : { comesBack: [], gained: [], givenUp: [], usdt: undefined }),
    way: 'end',
    sure: back !== undefined,
    power: powerADay(order) * BigInt(days),
    onDay: plan.onDay,
    breaksEven: known && cost > 0n ? breaksEvenAfter(plan, pot) : undefined,
  }
}

const nothing: DayGain = { usdt: 0n, power: 0n }

/** Assumes an exit right after the start, which takes back granted POWER. */
function leaveWay(order: Order, { usdt }: Today): readonly Way[] {
  const { exit } = lineOf(order.terms.line)
  const { exitFee } = order.terms
  if (!exit || exitFee === undefined || rateOf(exitFee).numerator === 0n) return []
  const { returned } = exit(order, { granted: 0n, available: 0n })
  return [
    {
      ...resultOf(legsOf(order), returned, usdt),
      way: 'leave',
      sure: true,
      cost: undefined,
      priced: true,
      power: 0n,
      breaksEven: undefined,
      onDay: () => nothing,
    },
  ]
}

/** A mark moves no coin, so it has no outcomes. */
export function outcomesOf(order: Order, today: Today): readonly Way[] {
  const line = lineOf(order.terms.line)
  if (line.marks) return []
  if (line.fixed) return fixedOutcomes(order, today)
  return [endWay(order, today), ...leaveWay(order, today)]
}

const show = (amounts: readonly Moved[]) => amounts.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

export const showOutcome = (way: Way): v.InferOutput<typeof fields.way> => ({
  way: way.way,
  sure: way.sure,
  goesIn: show(way.goesIn),
  comesBack: show(way.comesBack),
  givenUp: show(way.givenUp),
  power: showUnits(way.power),
  usdt: way.usdt === undefined ? null : showUnits(way.usdt),
  priced: way.priced,
  breaksEven: way.breaksEven ?? null,
})

/** Estimated result in USDT units, assuming constant pots. Undefined if unknown. */
export const worthAfter = ({ cost, onDay }: Way, days: number, pot: PowerPot): bigint | undefined =>
  cost === undefined ? undefined : broughtIn(days, onDay, pot) - cost
