import { divide, lesser, type Rate } from '#kit/amount.ts'
import { shareOf } from '../pots/pot-share.ts'

/** The compute pool as it is today. Units. */
export type PowerPot = {
  /** ATMC that a day shares out. */
  readonly dayUnits: bigint
  /** All POWER there is. */
  readonly all: bigint
  /** The POWER at which a day's pot is paid whole. */
  readonly full: bigint
  /** The part of all POWER that a midnight takes. */
  readonly decay: Rate
  /** Units of USDT for one unit of ATMC; undefined without a price, and then POWER counts nothing. */
  readonly usdt: Rate | undefined
}

/** What a day brings: units of USDT that are sure or estimated at today's pots, and POWER granted. */
export type DayGain = { readonly usdt: bigint; readonly power: bigint }
export type Plan = {
  /** Units of USDT that stopping costs. */
  readonly cost: bigint
  /** Counted from the start; the first day is 1. */
  readonly onDay: (day: number) => DayGain
  /** Whether an order may stop with this day. */
  readonly mayStop: (day: number) => boolean
}

/** Nobody plans longer than that: after so many days it counts as never. */
export const daysMost = 3_650

/** What POWER earns on a day of today's pot, in units of USDT, rounded down twice. */
export function powerIncome(power: bigint, { dayUnits, all, full, usdt }: PowerPot): bigint {
  if (!usdt || power <= 0n) return 0n
  const units = shareOf({ units: dayUnits, weight: all + power }, power, full)
  return divide(units * usdt.numerator, usdt.denominator, 'down')
}

/** What is left of POWER after the decay of a midnight: what goes rounds up. */
export const decayed = (power: bigint, { decay }: PowerPot): bigint =>
  power - lesser(power, divide(power * decay.numerator, decay.denominator, 'up'))

/** What POWER and days bring in so many days if every pot stays as it is, in units of USDT. An estimate like the one below. */
export function broughtIn(days: number, onDay: Plan['onDay'], pot: PowerPot): bigint {
  let [won, power] = [0n, 0n]
  for (let day = 1; day <= days; day += 1) {
    won += powerIncome(power, pot)
    const gain = onDay(day)
    won += gain.usdt
    power = decayed(power, pot) + gain.power
  }
  return won
}

/**
 * The day after which an order has brought as much as stopping costs, if every pot stays as it is today. An estimate: every amount
 * rounds down, and POWER granted on a day earns from the next one on. @returns undefined if that takes more than ten years.
 */
export function breaksEvenAfter({ cost, onDay, mayStop }: Plan, pot: PowerPot): number | undefined {
  let won = 0n
  let power = 0n
  for (let day = 1; day <= daysMost; day += 1) {
    won += powerIncome(power, pot)
    power = decayed(power, pot)
    const gain = onDay(day)
    won += gain.usdt
    power += gain.power
    if (won >= cost && mayStop(day)) return day
  }
  return undefined
}
