import { lesser } from '#kit/amount/amount.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { renewalBarredBy } from '../orders/order-actions.ts'
import { lineOf } from '../registry.ts'
import { decayed, powerIncome } from '../result/break-even.ts'
import type { Lately } from '../result/lately.ts'
import { powerADay, type Today } from '../result/outcomes.ts'
import type { Flow } from '../result/realised.ts'
import { sumOf, usdtOf } from '../result/result.ts'
import { fieldOf, heldNow, isBegun, isCoinMoved, negated } from '../result/since-start.ts'
import type { Moved, PowerFacts, SharedFacts } from '../terms/line.ts'
import type { Order, Present, Product } from '../terms/order.ts'
import { isLastHalfHour } from '../terms/order-time.ts'
import { exitOf } from './order-exit.ts'
import { mayTake } from './take-out.ts'

/** Totals since purchase if exited at `at`, in units. */
export type LeavingDay = {
  readonly at: Date
  /** Coins returned by the terms; empty for markets and funds. */
  readonly back: readonly Moved[]
  /** Net loss by the terms. */
  readonly lost: readonly Moved[]
  /** undefined for markets and funds, and without a price. */
  readonly usdt: bigint | undefined
  /** Estimated extra from now on: recent payouts, and mining by the order's POWER. undefined without a price. */
  readonly about: bigint | undefined
}

/** Days shown for orders without an end. */
const openDays = 90
/** Maximum rounds, and days ahead. */
const [roundsMost, aheadDays] = [60, 365]

export type LeavingFacts = {
  readonly product: Product
  readonly present: Present
  readonly flows: readonly Flow[]
  readonly power: PowerFacts
  readonly shared: SharedFacts
  readonly today: Today
  readonly lately: Lately | undefined
}
type Change = { readonly days: number; readonly at: Date; readonly back: readonly Moved[] | undefined }

/** Next rounds are calculated with today's terms. */
function roundEnds(order: Order, product: Product, now: Date): readonly Change[] {
  const { fixed, close } = lineOf(order.terms.line)
  if (!fixed || !order.roundEnds) return []
  const { days, base } = order.terms
  const isLast = renewalBarredBy(order, product) !== undefined
  const count = isLast ? 1 : Math.min(roundsMost, Math.max(1, Math.floor(aheadDays / days)))
  const goesOn = order.reinvest && isLastHalfHour(order, now)
  const changes: Change[] = []
  let [round, outside] = [order, 0n]
  for (let place = 0; place < count; place += 1) {
    const at = addMs(order.roundEnds, place * days * dayMs)
    const returned = close(round, 'reinvest_off').returned
    if (place > 0 || !goesOn)
      changes.push({
        days: Math.max(0, Math.floor((at.getTime() - now.getTime()) / dayMs)),
        at,
        back: sumOf([...returned, { asset: base, units: outside }]),
      })
    const { joined, next } = fixed.renew(round, fixed.nextPromise(round))
    outside += round.promiseUnits - joined
    round = { ...round, ...next }
  }
  return changes
}

/** Daily until the end, or for three months. */
function everyDay(
  order: Order,
  now: Date,
  backOn: (isEnd: boolean) => readonly Moved[] | undefined,
): readonly Change[] {
  const { roundEnds: ends } = order
  const count = ends ? Math.floor((ends.getTime() - now.getTime() - 1) / dayMs) : openDays
  const changes = Array.from({ length: Math.max(0, count) + 1 }, (_, days) => ({
    ...{ days, at: addMs(now, days * dayMs) },
    back: backOn(false),
  }))
  if (!ends) return changes
  return [...changes, { days: count + 1, at: ends, back: backOn(true) }]
}

function changesOf(order: Order, facts: LeavingFacts, now: Date): readonly Change[] {
  const line = lineOf(order.terms.line)
  if (line.fixed) return roundEnds(order, facts.product, now)
  const held = heldNow(order, facts.present)
  if (mayTake(order)) return everyDay(order, now, () => held)
  const exit = exitOf(order, facts.power, facts.shared)
  if (!exit || isLastHalfHour(order, now)) return []
  const isOpen = line.joinsMarket || line.sharesProfit
  return everyDay(order, now, (isEnd) => (isOpen ? undefined : isEnd ? held : exit.returned))
}

/** Cumulative USDT units per day. undefined without a price. */
function aheadOf(order: Order, days: number, { power, today, lately }: LeavingFacts): (bigint | undefined)[] {
  const paid = usdtOf(lately?.coins ?? [], today.usdt)
  const daily = powerADay(order)
  const isPriced = paid !== undefined && (today.pot.usdt !== undefined || (daily === 0n && power.granted === 0n))
  let [mined, has] = [0n, lesser(power.granted, power.available)]
  return Array.from({ length: days + 1 }, (_, day) => {
    if (!isPriced) return undefined
    const sum = mined + paid * BigInt(day)
    mined += powerIncome(has, today.pot)
    has = decayed(has, today.pot) + daily
    return sum
  })
}

/** Fixed amounts by the terms, plus an estimate. Empty if the order cannot be exited or has not begun. */
export function leavingOf(order: Order, facts: LeavingFacts, now: Date): readonly LeavingDay[] {
  if (!isBegun(order) || order.state === 'to_be_released') return []
  const changes = changesOf(order, facts, now)
  const ahead = aheadOf(order, changes.at(-1)?.days ?? 0, facts)
  const { flows, present, today } = facts
  const net = fieldOf(flows, 'net').filter(isCoinMoved)
  const held = heldNow(order, present)
  return changes.map(({ days, at, back }) => {
    const all = back ? sumOf([...net, ...back, ...negated(held)]) : undefined
    return {
      ...{ at, back: back ?? [], about: ahead[days] },
      lost: all ? negated(all.filter(({ units }) => units < 0n)) : [],
      usdt: all && usdtOf(all, today.usdt),
    }
  })
}
