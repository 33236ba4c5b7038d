import { describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import { lineOf } from '../registry.ts'
import type { Period, Product } from '../terms/order.ts'
import { testOrder, testProducts } from '../terms/test-order.ts'
import type { PowerPot } from './break-even.ts'
import { type Month, monthOf, monthUnits, type Seen } from './month.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => ({ numerator: 1n, denominator: coin === 'ATMC' ? 5n : 1n })
const pot: PowerPot = {
  dayUnits: 2_000n * one,
  all: 0n,
  full: 100_000n * one,
  decay: { numerator: 0n, denominator: 1n },
  usdt: usdt('ATMC'),
}
const seen: Seen = { usdt, pot }
const noPrice = (coin: Coin) => (coin === 'USDT' ? usdt(coin) : undefined)

const productOf = (id: number): Product => {
  const product = testProducts.find((each) => each.id === id)
  if (!product) throw new Error(`no product ${id}`)
  return product
}
const withPeriods = (id: number, ...periods: readonly Period[]) => ({ product: { ...productOf(id), periods } })
const daily: Period = { days: 1, rate: '0.0001', sideShare: '0' }
const weekly: Period = { days: 7, rate: '0.001', sideShare: '0.01' }
const monthly: Period = { days: 30, rate: '0.0055', sideShare: '0.04' }

describe('a month of fixed rounds', () => {
  it('adds each interest to the next round, and takes off the second coin that stopping costs', () => {
    expect(monthOf(withPeriods(1, daily), seen)).toEqual({ by: 'terms', usdt: 300_435_396n, days: 1 })
    expect(monthOf(withPeriods(1, weekly), seen)).toEqual({ by: 'terms', usdt: 400_600_400n - 10n * one, days: 7 })
    expect(monthOf(withPeriods(1, monthly), seen)).toEqual({ by: 'terms', usdt: 550_000_000n - 40n * one, days: 30 })
  })

  it('is told of the term with the best result', () => {
    expect(monthOf(withPeriods(1, monthly, daily, weekly), seen)).toMatchObject({ days: 1 })
    expect(monthOf(withPeriods(1, monthly, weekly), seen)).toMatchObject({ days: 7 })
    expect(monthOf(withPeriods(1, { ...monthly, days: 60 }), seen)).toBeUndefined()
  })

  it('is what the line itself pays, round after round', () => {
    const { fixed, close } = lineOf('dual')
    let order = testOrder({
      ...{ baseUnits: monthUnits, valueUnits: monthUnits, sideUnits: 0n, sideValueUnits: 0n },
      ...{ promiseUnits: 10_000_000n, terms: { rate: '0.0001', days: 1, sideShare: '0' } },
    })
    for (let round = 1; round < 30; round += 1)
      order = { ...order, ...fixed?.renew(order, fixed.nextPromise(order)).next }
    expect(close(order, 'reinvest_off').returned).toEqual([{ asset: 'USDT', units: monthUnits + 300_435_396n }])
  })

  it('rounds interest down and a cost up', () => {
    const odd = { days: 30, rate: '0.000000000019', sideShare: '0.000000000011' }
    expect(monthOf(withPeriods(1, odd), seen)?.usdt).toBe(1n - 2n)
  })
})

describe('a month of what was paid lately', () => {
  const month = (id: number, paid: bigint, principal: bigint) =>
    monthOf({ product: productOf(id), lately: { days: 3, paid, principal } }, seen)

  it('goes by the part of the principal that days really paid, a gain rounded down and a loss up', () => {
    expect(month(20, 199n, 1_000_000n)).toEqual({ by: 'lately', usdt: 597_000_000n, days: 0 })
    expect(month(20, 1n, 3n * 10n ** 12n)?.usdt).toBe(1n)
    expect(month(34, -1n, 7n * 10n ** 12n)?.usdt).toBe(-1n)
    expect(month(34, 1n, 7n * 10n ** 12n)?.usdt).toBe(0n)
  })

  it('says nothing before anything was paid', () => {
    expect(monthOf({ product: productOf(20) }, seen)).toBeUndefined()
    expect(month(20, 0n, 0n)).toBeUndefined()
  })

  it('counts the price of a machine and of a node as spent', () => {
    const coins = [{ asset: 'ATMC', units: 5n * one }] as const
    expect(monthOf({ product: productOf(40), realisedADay: { days: 2, coins } }, seen)).toEqual({
      ...{ by: 'lately', days: 0 },
      usdt: 60n * one - 1_000n * one,
    })
    expect(monthOf({ product: productOf(45) }, seen)?.usdt).toBe(-1_000n * one)
    expect(
      monthOf({ product: productOf(40), realisedADay: { days: 2, coins } }, { pot, usdt: noPrice }),
    ).toBeUndefined()
  })
})

describe('a month of mining power', () => {
  it('is what the power would mine at the pool of today, less the fee of a longer term', () => {
    const ofTerm = (days: number, powerPerDay: string) =>
      monthOf(withPeriods(5, { days, rate: '0', sideShare: '0', powerPerDay }), seen)
    const mined = (power: bigint) => {
      let sum = 0n
      // Each day's granted POWER mines from the next day.
      for (let day = 1n; day < 30n; day += 1n) sum += ((power * day * 2_000n) / 100_000n / 5n) * 1n
      return sum
    }
    expect(ofTerm(30, '0.002')).toEqual({ by: 'pots', usdt: mined(2n * one), days: 30 })
    expect(ofTerm(90, '0.002')?.usdt).toBe(mined(2n * one) - 50n * one)
    expect(monthOf({ product: productOf(5) }, seen)).toMatchObject({ by: 'pots', days: 30 })
  })

  it('says nothing without a price of what is mined', () => {
    expect(monthOf({ product: productOf(5) }, { usdt, pot: { ...pot, usdt: undefined } })).toBeUndefined()
  })
})

describe('a month of a package', () => {
  it('is what its coins are worth less than they cost', () => {
    const product = productOf(26)
    const month = (handedOut: { numerator: bigint; denominator: bigint } | undefined): Month | undefined =>
      monthOf({ product, handedOut }, seen)
    expect(month({ numerator: 1n, denominator: 5n })).toEqual({ by: 'terms', usdt: 0n, days: 0 })
    expect(month({ numerator: 1n, denominator: 4n })?.usdt).toBe(-200n * one)
    expect(month(undefined)).toBeUndefined()
  })
})

it('says nothing of an acceleration, which moves no coin', () => {
  expect(monthOf({ product: productOf(22) }, seen)).toBeUndefined()
})
