import { describe, expect, it } from 'vitest'
import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { PowerPot } from '../result/break-even.ts'
import type { Flow } from '../result/realised.ts'
import type { Order } from '../terms/order.ts'
import { testOrder, testProduct, testProducts } from '../terms/test-order.ts'
import { type LeavingFacts, leavingOf } from './leaving-days.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => ({ numerator: 1n, denominator: coin === 'ATMC' ? 5n : 1n })
const pot: PowerPot = {
  ...{ dayUnits: 1_000n * one, all: 99n * one, full: one, usdt: usdt('ATMC') },
  decay: { numerator: 0n, denominator: 1n },
}
const flow = (asset: Flow['asset'], paid: bigint, back: bigint, net: bigint): Flow => ({ asset, paid, back, net })
const facts = (changes: Partial<LeavingFacts>): LeavingFacts => ({
  product: testProduct,
  present: { principal: 0n, promised: 0n },
  flows: [],
  power: { granted: 0n, available: 0n },
  shared: {},
  today: { usdt, pot },
  lately: undefined,
  ...changes,
})
const now = new Date('2026-11-25T12:00:00Z')
const shown = (order: Order, changes: Partial<LeavingFacts>, at = now) =>
  leavingOf(order, facts(changes), at).map(({ at: day, back, lost, usdt: worth, about }) => ({
    day: day.toISOString().slice(0, 10),
    back: back.map(({ asset, units }) => `${showUnits(units)} ${asset}`).join(' + '),
    lost: lost.map(({ asset, units }) => `${showUnits(units)} ${asset}`).join(' + '),
    usdt: worth === undefined ? null : showUnits(worth),
    about: about === undefined ? null : showUnits(about),
  }))

describe('a round of fixed interest', () => {
  const order = testOrder({ sideUnits: 20n * one, reinvest: true, terms: { powerPerDay: '0' } })
  const flows = [flow('USDT', 100n * one, 0n, 0n), flow('ATMC', 20n * one, 0n, 0n)]

  it('can be left at the end of each round: its interest joins, and the second coin is lost', () => {
    const days = shown(order, { flows })
    expect(days).toHaveLength(52)
    expect(days.slice(0, 3)).toEqual([
      { day: '2026-11-30', back: '100.1 USDT', lost: '20 ATMC', usdt: '-3.9', about: '0' },
      { day: '2026-12-07', back: '100.2001 USDT', lost: '20 ATMC', usdt: '-3.7999', about: '0' },
      { day: '2026-12-14', back: '100.3003001 USDT', lost: '20 ATMC', usdt: '-3.6996999', about: '0' },
    ])
  })

  it('goes on for another round once the last half hour has begun', () => {
    const late = new Date('2026-11-29T23:30:00Z')
    expect(shown(order, { flows }, late)[0]?.day).toBe('2026-12-07')
    expect(shown({ ...order, reinvest: false }, { flows }, late)[0]?.day).toBe('2026-11-30')
  })

  it('has one end where the terms have changed, and 60 at most', () => {
    expect(shown(order, { flows, product: { ...testProduct, termsVersion: 2 } })).toHaveLength(1)
    expect(shown({ ...order, terms: { ...order.terms, days: 1 } }, { flows })).toHaveLength(60)
    const ends = (days: number) => shown({ ...order, terms: { ...order.terms, days } }, { flows }).length
    expect([182, 183, 365, 366].map(ends)).toEqual([2, 1, 1, 1])
  })

  it('pays out what would outgrow the maximum, and counts it', () => {
    const full = testOrder({
      ...{ baseUnits: 10_000n * one, valueUnits: 10_000n * one, promiseUnits: 10n * one, sideUnits: 0n },
      terms: { powerPerDay: '0' },
    })
    const paid = [flow('USDT', 10_000n * one, 0n, 0n)]
    expect(shown(full, { flows: paid }).slice(0, 3)).toMatchObject([
      { back: '10010 USDT', usdt: '10' },
      { back: '10020 USDT', usdt: '20' },
      { back: '10030 USDT', usdt: '30' },
    ])
  })
})

describe('a term of mining power', () => {
  const order = testOrder({
    ...{ baseUnits: 100n * one, sideUnits: 0n, promiseUnits: 0n, valueUnits: 100n * one },
    terms: { line: 'lockup', side: undefined, rate: '0', powerPerDay: '0.01', exitFee: '0.05' },
  })
  const flows = [flow('USDT', 100n * one, 0n, 0n)]

  it('costs the fee on every day before its end, and nothing then', () => {
    const days = shown(order, { flows })
    expect(days.map(({ day }) => day)).toEqual([
      ...['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'],
    ])
    expect(days[0]).toMatchObject({ back: '95 USDT', lost: '5 USDT', usdt: '-5', about: '0' })
    expect(days.at(-1)).toMatchObject({ back: '100 USDT', lost: '', usdt: '0' })
  })

  it('estimates what its power mines from now on: what it has today, and a day later what today grants', () => {
    const days = shown(order, { flows, power: { granted: one, available: 5n * one } })
    expect(days.slice(0, 3).map(({ about }) => about)).toEqual(['0', '2', '5.96039603'])
    const bare = { usdt, pot: { ...pot, usdt: undefined } }
    expect(shown(order, { flows, today: bare })[1]?.about).toBeNull()
  })

  it('cannot be left in its last half hour', () => {
    expect(shown(order, { flows }, new Date('2026-11-29T23:30:00Z'))).toEqual([])
  })
})

it('a compound order can be left on any day with what it has grown to, and lately is an estimate on top', () => {
  const order = testOrder({
    ...{ baseUnits: 500n * one, sideUnits: 0n, promiseUnits: 0n, valueUnits: 0n, roundEnds: undefined },
    terms: { line: 'compound', side: undefined, days: 0, powerPerDay: '0', mostPerDay: '0.0002' },
  })
  const days = shown(order, {
    flows: [flow('USDT', 500n * one, 0n, 80_000_000n)],
    present: { principal: 50_080_000_000n, promised: 0n },
    lately: { days: 9, coins: [{ asset: 'USDT', units: 10_000_000n }] },
  })
  expect(days).toHaveLength(91)
  expect(days[0]).toEqual({ day: '2026-11-25', back: '500.8 USDT', lost: '', usdt: '0.8', about: '0' })
  expect(days[30]).toEqual({ day: '2026-12-25', back: '500.8 USDT', lost: '', usdt: '0.8', about: '3' })
})

describe('what a market or a fund decides', () => {
  const fund = testOrder({
    ...{ sideUnits: 0n, promiseUnits: 0n, valueUnits: 0n, roundEnds: undefined, shareUnits: one },
    terms: { line: 'fund', side: undefined, days: 0, powerPerDay: '0', exitFee: '0' },
  })
  it('has no result by the terms, only an estimate, a loss as a loss', () => {
    const lately = { days: 3, coins: [{ asset: 'USDT', units: -one }] } as const
    const worth = { fund: { principal: 100n * one, shares: one } }
    const days = shown(fund, {
      product: testProducts.find(({ id }) => id === 34) ?? testProduct,
      lately,
      shared: worth,
    })
    expect(days[2]).toMatchObject({ back: '', lost: '', usdt: null, about: '-2' })
  })
})

it('says nothing of what has not begun, is over, or cannot be left', () => {
  const machine = testOrder({
    terms: { line: 'machine', side: undefined, days: 0, weight: '10' },
    roundEnds: undefined,
  })
  for (const order of [
    testOrder({ state: 'to_be_started' }),
    testOrder({ state: 'ended' }),
    testOrder({ state: 'queued' }),
    machine,
  ])
    expect(leavingOf(order, facts({}), now)).toEqual([])
})
