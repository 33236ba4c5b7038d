import { describe, expect, it } from 'vitest'
import type { Asset, Coin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import { bookedOf, type Flow, grouped, netOf, worthNow } from './booked.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => (coin === 'ATMX' ? undefined : { numerator: coin === 'USDT' ? 5n : 1n, denominator: 5n })
const flow = (asset: Asset, amounts: Partial<Pick<Flow, 'paid' | 'back' | 'net'>>, day = '2026-11-23'): Flow => ({
  ...{ orderId: 1, day: day as Day, asset, paid: 0n, back: 0n, net: 0n },
  ...amounts,
})
const bought = [flow('USDT', { paid: 100n * one }), flow('ATMC', { paid: 100n * one })]
const ended = [
  flow('USDT', { back: 100n * one + one / 10n, net: one / 10n }, '2026-11-30'),
  flow('ATMC', { net: -100n * one }, '2026-11-30'),
  flow('POWER', { back: 22n * one, net: 22n * one }, '2026-11-30'),
]

describe('what entries of an order say', () => {
  it('is what left the wallet, what came back, and what is missing or more', () => {
    expect(bookedOf([...bought, ...ended], usdt)).toEqual({
      paid: [
        { asset: 'USDT', amount: '100' },
        { asset: 'ATMC', amount: '100' },
      ],
      back: [{ asset: 'USDT', amount: '100.1' }],
      gained: [{ asset: 'USDT', amount: '0.1' }],
      givenUp: [{ asset: 'ATMC', amount: '100' }],
      power: '22',
      usdt: '-19.9',
    })
  })

  it('is nothing while the coins are in the order', () => {
    expect(netOf(bought, usdt)).toEqual({ gained: [], givenUp: [], usdt: '0' })
  })

  it('counts what a running order holds elsewhere', () => {
    const joined = [flow('USDT', { paid: 100n * one }), flow('USDT', { net: -100n * one })]
    const worth = worthNow(1, '2026-11-24' as Day, [{ asset: 'USDT', units: 99n * one }])
    expect(netOf([...joined, ...worth], usdt)).toMatchObject({ usdt: '-1' })
  })

  it('has no worth where a coin has no price', () => {
    expect(netOf([flow('ATMX', { net: 1n })], usdt).usdt).toBeNull()
  })

  it('stands by day in the order it was read', () => {
    expect(grouped([...ended, ...bought], ({ day }) => day).map(([day, each]) => [day, each.length])).toEqual([
      ['2026-11-30', 3],
      ['2026-11-23', 2],
    ])
  })
})
