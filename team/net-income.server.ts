import { isCoin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import type { DayFlow } from '#products/result/realised.ts'
import { sumOf, type UsdtOf, usdtOf } from '#products/result/result.ts'
import { loadNetDays, loadNets } from '#products/result/results.server.ts'
import { loadUsdt } from '#products/result/today.server.ts'
import type { Moved } from '#products/terms/line.ts'
import { type DailyIncome, loadDailyIncomes, loadPowerCosts } from './rewards/income.store.ts'
import { pricesAt } from './rewards/prices.server.ts'

export type DayIncome = {
  readonly day: Day
  /** Order payouts minus order costs. */
  readonly orders: bigint
  /** `orders` plus other payouts minus POWER costs. May be negative. */
  readonly net: bigint
  readonly received: bigint
  /** False if a coin had no price and is excluded. */
  readonly isComplete: boolean
}

type Prices = ReturnType<typeof pricesAt>

async function usdtOn(price: Prices, day: Day, moved: readonly Moved[]): Promise<UsdtOf> {
  const rates = new Map<string, Awaited<ReturnType<Prices>>>()
  for (const { asset } of moved) rates.set(asset, await price(asset, day))
  return (coin) => rates.get(coin)
}

const coinsOf = (all: readonly Moved[], usdt: UsdtOf): readonly Moved[] =>
  sumOf(all).filter(({ asset }) => isCoin(asset) && usdt(asset))
const isPriced = (all: readonly Moved[], usdt: UsdtOf): boolean =>
  sumOf(all).every(({ asset }) => !isCoin(asset) || usdt(asset))

type OfDay = {
  readonly paid: readonly DailyIncome[]
  readonly orders: readonly Moved[]
  readonly power: readonly Moved[]
}

async function dayIncome(price: Prices, day: Day, { paid, orders, power }: OfDay) {
  const net = [...paid.filter(({ isOfOrder }) => !isOfOrder), ...orders, ...power]
  const usdt = await usdtOn(price, day, [...paid, ...orders, ...power])
  const worth = (all: readonly Moved[]): bigint => usdtOf(coinsOf(all, usdt), usdt) ?? 0n
  return {
    day,
    orders: worth(orders),
    net: worth(net),
    received: worth(paid),
    isComplete: isPriced([...net, ...paid], usdt),
  }
}

const taken = <Cost extends Moved>(cost: Cost): Cost => ({ ...cost, units: -cost.units })

/**
 * Net income per day and total order result. @returns one row per requested day; order result and POWER cost (negative) in units of USDT,
 * undefined if a coin has no price
 */
export async function loadNetIncome(
  sql: Sql,
  walletId: WalletId,
  days: readonly [Day, ...Day[]],
  now: Date,
): Promise<{
  readonly orders: bigint | undefined
  readonly power: bigint | undefined
  readonly days: readonly DayIncome[]
}> {
  const nets = await loadNets(sql, walletId, now, days[0])
  const { rows, power } = await loadDays(sql, walletId, { days, booked: nets.days }, now)
  return { orders: nets.all, power: usdtOf(power, await loadUsdt(sql, now)), days: rows }
}

export async function loadNetDay(sql: Sql, walletId: WalletId, day: Day, now: Date): Promise<DayIncome> {
  const booked = await loadNetDays(sql, walletId, { from: day, rule: 'calendar' })
  const [row] = (await loadDays(sql, walletId, { days: [day], booked }, now)).rows
  expect(row, 'a day that is asked for has a row')
  return row
}

type Booked = { readonly days: readonly [Day, ...Day[]]; readonly booked: readonly DayFlow[] }

async function loadDays(sql: Sql, walletId: WalletId, { days, booked }: Booked, now: Date) {
  const price = pricesAt(sql, now)
  const paid = Map.groupBy(await loadDailyIncomes(sql, walletId, days[0]), ({ day }) => day)
  const bookedOn = Map.groupBy(booked, ({ day }) => day)
  const costs = await loadPowerCosts(sql, walletId, days[0])
  const costsOn = Map.groupBy(costs.days.map(taken), ({ day }) => day)
  const rows: DayIncome[] = []
  for (const day of days) {
    const orders = (bookedOn.get(day) ?? []).map(({ asset, net }) => ({ asset, units: net }))
    rows.push(await dayIncome(price, day, { paid: paid.get(day) ?? [], orders, power: costsOn.get(day) ?? [] }))
  }
  return { rows, power: costs.all.map(taken) }
}
