import { divide, lesser, type Rate } from '#kit/amount/amount.ts'
import { shareOf } from '../pots/pot-share.ts'

/** Today's values, in units. */
export type PowerPot = {
  /** ATMC per day. */
  readonly dayUnits: bigint
  readonly all: bigint
  /** POWER at which a day's pot is paid in full. */
  readonly full: bigint
  /** Part of all POWER, per day. */
  readonly decay: Rate
  /** USDT per ATMC. Without a price, POWER counts as 0. */
  readonly usdt: Rate | undefined
}

/** Income in USDT units, fixed or estimated from today's pots, and granted POWER. */
export type DayGain = { readonly usdt: bigint; readonly power: bigint }
export type Plan = {
  /** USDT units lost by stopping. */
  readonly cost: bigint
  /** `day` counts from 1. */
  readonly onDay: (day: number) => DayGain
  readonly mayStop: (day: number) => boolean
}

/** A later break-even counts as never. */
export const daysMost = 3_650

/** One day's income in USDT units, rounded down twice. */
export function powerIncome(power: bigint, { dayUnits, all, full, usdt }: PowerPot): bigint {
  if (!usdt || power <= 0n) return 0n
  const units = shareOf({ units: dayUnits, weight: all + power }, power, full)
  return divide(units * usdt.numerator, usdt.denominator, 'down')
}

export const decayed = (power: bigint, { decay }: PowerPot): bigint =>
  power - lesser(power, divide(power * decay.numerator, decay.denominator, 'up'))

/** Income estimate in USDT units, assuming constant pots. */
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
 * The day when income covers the cost of stopping. An estimate that assumes constant pots. Every amount rounds down, and granted POWER
 * earns from the next day. @returns undefined after more than ten years.
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
