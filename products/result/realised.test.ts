import { describe, expect, it } from 'vitest'
import type { Asset, Coin } from '#kit/amount/coins.ts'
import { type Flow, netOf, realisedOf, worthNow } from './realised.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => (coin === 'ATMX' ? undefined : { numerator: coin === 'USDT' ? 5n : 1n, denominator: 5n })
const flow = (asset: Asset, amounts: Partial<Pick<Flow, 'paid' | 'back' | 'net'>>): Flow => ({
  ...{ asset, paid: 0n, back: 0n, net: 0n },
  ...amounts,
})
const bought = [flow('USDT', { paid: 100n * one }), flow('ATMC', { paid: 100n * one })]
const ended = [
  flow('USDT', { back: 100n * one + one / 10n, net: one / 10n }),
  flow('ATMC', { net: -100n * one }),
  flow('POWER', { back: 22n * one, net: 22n * one }),
]

describe('what entries of an order say', () => {
  it('is what left the wallet, what came back, and what is missing or more', () => {
    expect(realisedOf([...bought, ...ended], usdt)).toEqual({
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
    const worth = worthNow([{ asset: 'USDT', units: 99n * one }])
    expect(netOf([...joined, ...worth], usdt)).toMatchObject({ usdt: '-1' })
  })

  it('counts a single unit more or less, and no POWER where none moved', () => {
    const amount = '0.00000001'
    expect(netOf([flow('USDT', { net: 1n })], usdt).gained).toEqual([{ asset: 'USDT', amount }])
    expect(netOf([flow('USDT', { net: -1n })], usdt).givenUp).toEqual([{ asset: 'USDT', amount }])
    expect(realisedOf(bought, usdt).power).toBe('0')
    expect(worthNow([{ asset: 'WLD', units: 7n }])).toEqual([flow('WLD', { net: 7n })])
  })

  it('has no worth where a coin has no price', () => {
    expect(netOf([flow('ATMX', { net: 1n })], usdt).usdt).toBeNull()
  })
})
