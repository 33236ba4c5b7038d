import { describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import type { Order, Present } from '../terms/order.ts'
import { testOrder } from '../terms/test-order.ts'
import type { PowerPot } from './break-even.ts'
import { outcomesOf, showOutcome } from './outcomes.ts'
import type { Flow } from './realised.ts'
import { sinceStart } from './since-start.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => ({ numerator: 1n, denominator: coin === 'ATMC' ? 5n : 1n })
const pot: PowerPot = {
  ...{ dayUnits: 0n, all: 0n, full: one, usdt: usdt('ATMC') },
  decay: { numerator: 0n, denominator: 1n },
}
const flow = (asset: Flow['asset'], paid: bigint, back: bigint, net: bigint): Flow => ({ asset, paid, back, net })
const waysNow = (order: Order, present: Present, flows: readonly Flow[]) =>
  outcomesOf(order, { usdt, pot }).map((way) => showOutcome(sinceStart(way, { order, present, flows, usdt })))

describe('the ways of an order that has begun', () => {
  it('start from what it really brought: a compound order is worth what it has grown to', () => {
    const order = testOrder({
      ...{ baseUnits: 500n * one, sideUnits: 0n, promiseUnits: 0n, roundEnds: undefined },
      terms: { line: 'compound', side: undefined, days: 0, mostPerDay: '0.0002' },
    })
    const flows = [flow('USDT', 500n * one, 0n, 80_000_000n), flow('POWER', 0n, 50n * one, 50n * one)]
    const [end] = waysNow(order, { principal: 50_080_000_000n, promised: 0n }, flows)
    expect(end).toMatchObject({
      goesIn: [{ asset: 'USDT', amount: '500' }],
      comesBack: [{ asset: 'USDT', amount: '500.8' }],
      givenUp: [],
      usdt: '0.8',
    })
  })

  it('keep what earlier rounds brought, and count the second coin only where it is lost', () => {
    const order = testOrder({ round: 3, baseUnits: 10_020_000_000n, promiseUnits: 10_000_000n, sideUnits: 20n * one })
    const flows = [flow('USDT', 100n * one, 0n, 20_000_000n), flow('ATMC', 20n * one, 0n, 0n)]
    const [on, off] = waysNow(order, { principal: 10_020_000_000n, promised: 10_000_000n }, flows)
    expect(on).toMatchObject({ way: 'on', givenUp: [], usdt: '0.3' })
    expect(off).toMatchObject({
      goesIn: [
        { asset: 'USDT', amount: '100' },
        { asset: 'ATMC', amount: '20' },
      ],
      comesBack: [{ asset: 'USDT', amount: '100.3' }],
      givenUp: [{ asset: 'ATMC', amount: '20' }],
      usdt: '-3.7',
    })
  })

  it('do not count a spent price twice: a machine is where its payments have brought it', () => {
    const order = testOrder({
      ...{ baseUnits: 500n * one, sideUnits: 0n, promiseUnits: 0n, roundEnds: undefined },
      terms: { line: 'machine', side: undefined, days: 0, weight: '10' },
    })
    const flows = [flow('USDT', 500n * one, 0n, -500n * one), flow('ATMC', 0n, 100n * one, 100n * one)]
    expect(waysNow(order, { principal: 0n, promised: 0n }, flows)).toMatchObject([
      { way: 'end', comesBack: [{ asset: 'ATMC', amount: '100' }], usdt: '-480' },
    ])
  })

  it('count the coins of a package once, released or not', () => {
    const order = testOrder({
      ...{ baseUnits: 100n * one, sideUnits: 0n, promiseUnits: 500n * one, roundEnds: undefined },
      terms: { line: 'package', side: undefined, days: 0, pays: 'ATMC', releasePerDay: '0.005' },
    })
    const released = flow('ATMC', 0n, 100n * one, 100n * one)
    const flows = [flow('USDT', 100n * one, 0n, -100n * one), released, flow('ATMC', 0n, 0n, 400n * one)]
    expect(waysNow(order, { principal: 0n, promised: 400n * one }, flows)).toMatchObject([
      { comesBack: [{ asset: 'ATMC', amount: '500' }], givenUp: [{ asset: 'USDT', amount: '100' }], usdt: '0' },
    ])
  })

  it('stay as they are before the start, and where nobody can say', () => {
    const order = testOrder({ state: 'to_be_started' })
    const plain = outcomesOf(order, { usdt, pot }).map(showOutcome)
    expect(waysNow(order, { principal: 0n, promised: 0n }, [flow('USDT', 1n, 1n, 7n)])).toEqual(plain)
    const fund = testOrder({ sideUnits: 0n, terms: { line: 'fund', side: undefined, days: 0 } })
    expect(waysNow(fund, { principal: 0n, promised: 0n }, [])[0]).toMatchObject({ sure: false, usdt: null })
  })
})
