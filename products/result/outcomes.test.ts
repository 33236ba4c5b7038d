import { describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import { figuresOf, periodOf, termsOf } from '../terms/purchase.ts'
import { testOrder, testProducts } from '../terms/test-order.ts'
import type { PowerPot } from './break-even.ts'
import { orderOf, outcomesOf, showOutcome, type Today, worthAfter } from './outcomes.ts'

const one = 100_000_000n
const pot: PowerPot = {
  dayUnits: 2_000n * one,
  all: 0n,
  full: 100_000n * one,
  decay: { numerator: 2n, denominator: 1_000n },
  usdt: { numerator: 1n, denominator: 5n },
}
const usdt = (coin: Coin) => (coin === 'USDT' ? { numerator: 1n, denominator: 1n } : { numerator: 1n, denominator: 5n })
const today: Today = { usdt, pot }

describe('the ways of an order', () => {
  it('says of a round what either choice costs: the side coin is given up only by stopping', () => {
    const [on, off] = outcomesOf(testOrder({ sideUnits: 100n * one, sideValueUnits: 20n * one }), today).map(
      showOutcome,
    )
    const goesIn = [
      { asset: 'USDT', amount: '100' },
      { asset: 'ATMC', amount: '100' },
    ]
    expect(on).toMatchObject({ way: 'on', goesIn, givenUp: [], usdt: '0.1' })
    expect(off).toMatchObject({
      ...{ way: 'off', goesIn, usdt: '-19.9' },
      comesBack: [{ asset: 'USDT', amount: '100.1' }],
      givenUp: [{ asset: 'ATMC', amount: '100' }],
    })
    expect(off?.power).toBe('22.1')
    expect(on?.breaksEven).not.toBeNull()
    expect((on?.breaksEven ?? 0) % 7).toBe(0)
  })

  it('pays interest at the end of each round, and POWER every day; stopping pays once and adds POWER for the side coin', () => {
    const [on, off] = outcomesOf(testOrder({ sideUnits: 100n * one, sideValueUnits: 20n * one }), today)
    const [interest, power, closing] = [one / 10n, 30_000_000n, 20n * one]
    const days = (way = on) => [1, 6, 7, 8, 14].map((day) => way?.onDay(day))
    expect(days()).toEqual([
      { usdt: 0n, power },
      { usdt: 0n, power },
      { usdt: interest, power },
      { usdt: 0n, power },
      { usdt: interest, power },
    ])
    expect(days(off)).toEqual([
      { usdt: 0n, power },
      { usdt: 0n, power },
      { usdt: interest, power: power + closing },
      { usdt: 0n, power: 0n },
      { usdt: 0n, power: 0n },
    ])
    expect([on?.power, off?.power]).toEqual([7n * power, 7n * power + closing])
    expect([on?.cost, off?.cost]).toEqual([20n * one, 20n * one])
  })

  it('has no price while POWER has none, also where as much is granted daily as at the end', () => {
    const order = testOrder({ sideValueUnits: 7n * 30_000_000n })
    const ways = outcomesOf(order, { usdt, pot: { ...pot, usdt: undefined } })
    expect(ways.map(({ priced }) => priced)).toEqual([false, false])
  })

  it('needs no price of POWER where none is granted', () => {
    const order = testOrder({ sideUnits: 0n, sideValueUnits: 0n, terms: { powerPerDay: '0', sideShare: '0' } })
    const ways = outcomesOf(order, { usdt, pot: { ...pot, usdt: undefined } })
    expect(ways.map(({ priced }) => priced)).toEqual([true, true])
  })

  it('costs nothing to stop a round without a side coin', () => {
    const ways = outcomesOf(testOrder({ sideUnits: 0n, sideValueUnits: 0n, terms: { days: 1, sideShare: '0' } }), today)
    expect(ways.map(({ givenUp, breaksEven }) => [givenUp.length, breaksEven])).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('says nothing of the days without a price of what is given up', () => {
    const unknown: Today = { pot, usdt: (coin) => (coin === 'USDT' ? { numerator: 1n, denominator: 1n } : undefined) }
    expect(outcomesOf(testOrder(), unknown).map(showOutcome)).toMatchObject([
      { breaksEven: null },
      { usdt: null, breaksEven: null },
    ])
  })

  it('says nothing of the days where what they pay has no price: it does not count as nothing', () => {
    const onlyUsdt = (coin: Coin) => (coin === 'USDT' ? { numerator: 1n, denominator: 1n } : undefined)
    const [machine] = wayOf(40, { usdt: onlyUsdt, dayCoins: [{ asset: 'ATMC', units: 20n * one }] })
    expect(machine).toMatchObject({ usdt: '-500', priced: false, breaksEven: null })
    const bare = { dayCoins: [{ asset: 'ATMC', units: 20n * one }], usdt: onlyUsdt } as const
    expect(worthAfter(bareOutcome(40, bare), 365, pot)).toBeUndefined()
    const order = testOrder({ sideUnits: 0n, sideValueUnits: 0n, terms: { days: 1, sideShare: '0' } })
    const ways = outcomesOf(order, { usdt: onlyUsdt, pot: { ...pot, usdt: undefined } })
    expect(ways.map(({ priced, breaksEven }) => [priced, breaksEven])).toEqual([
      [false, undefined],
      [false, undefined],
    ])
  })

  const wayAs = (id: number, extra: Partial<Today> = {}) => {
    const product = testProducts.find((each) => each.id === id)
    if (!product) throw new Error(`no product ${id}`)
    const days = product.periods[0]?.days
    const price = { numerator: 1n, denominator: 5n }
    const figures = figuresOf(
      termsOf(product, periodOf(product, days)),
      product.minimumUnits,
      { side: { numerator: 1n, denominator: 5n }, baseInUsdt: usdt(product.base), paysInUsdt: price },
      new Date('2026-11-22T10:00:00Z'),
      false,
    )
    return outcomesOf(orderOf(figures), { ...today, ...extra })
  }
  const wayOf = (id: number, extra: Partial<Today> = {}) => wayAs(id, extra).map(showOutcome)

  it('gives every coin back at the end of a term of POWER, and keeps the fee of who leaves before', () => {
    const [end, leave] = wayOf(5)
    expect(end).toMatchObject({ way: 'end', sure: true, givenUp: [], usdt: '0' })
    expect(leave).toMatchObject({ sure: true, priced: true, breaksEven: null })
    expect(wayAs(5)[1]?.onDay(3)).toEqual({ usdt: 0n, power: 0n })
    expect(leave).toMatchObject({ way: 'leave', givenUp: [{ asset: 'ATMC', amount: '10' }], usdt: '-2', power: '0' })
  })

  it('counts the price of a machine or a node as lost, until its days have brought it', () => {
    const [none] = wayOf(40)
    expect(none).toMatchObject({ comesBack: [], usdt: '-500', breaksEven: null })
    const [some] = wayOf(40, { dayCoins: [{ asset: 'ATMC', units: 20n * one }] })
    expect(some?.breaksEven).toBe(125)
  })

  const bareOutcome = (id: number, extra: Partial<Today> = {}) => {
    const [way] = wayAs(id, extra)
    if (!way) throw new Error(`product ${id} has a way`)
    return way
  }

  it('counts no more than a cap: a machine brings three times its price and not a unit more, however long', () => {
    const machine = bareOutcome(40, { dayCoins: [{ asset: 'ATMC', units: 20n * one }] })
    expect(worthAfter(machine, 125, pot)).toBe(0n)
    expect(worthAfter(machine, 375, pot)).toBe(1_000n * one)
    expect(worthAfter(machine, 3_650, pot)).toBe(1_000n * one)
  })

  it('has to bring what its result is short of, so a package that gives coins of the same worth has nothing to make up', () => {
    expect([bareOutcome(26).cost, worthAfter(bareOutcome(26), 365, pot)]).toEqual([0n, 0n])
    expect([bareOutcome(40).cost, worthAfter(bareOutcome(40), 365, pot)]).toEqual([500n * one, -500n * one])
    expect([bareOutcome(30).cost, worthAfter(bareOutcome(30), 365, pot)]).toEqual([undefined, undefined])
  })

  it('promises nothing of a market or a fund', () => {
    for (const id of [30, 34]) expect(wayOf(id)[0]).toMatchObject({ sure: false, comesBack: [], usdt: null })
  })

  it('says the coins of a package, and nothing of an acceleration', () => {
    expect(wayOf(26)[0]).toMatchObject({ comesBack: [{ asset: 'ATMC', amount: '50' }], usdt: '0' })
    expect(wayOf(22)).toEqual([])
  })
})
