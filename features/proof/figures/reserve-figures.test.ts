import { describe, expect, it } from 'vitest'
import { coversNow, otherFigure } from './reserve-figures.ts'

const coin = (name: string, reserves: string, owed: string, venue = '0') => ({
  coin: name,
  reserves,
  owed,
  venue,
  covered: true,
  ratio: null,
})
const part = (chain: string, base: string) => ({
  chain,
  evmChainId: '56',
  block: 16,
  hash: `0x${'a'.repeat(64)}`,
  tokens: { USDT: { address: `0x${'1'.repeat(40)}`, decimals: 18 } },
  after: {},
  addresses: [{ address: `0x${'2'.repeat(40)}`, role: 'hot' as const, signature: '', amounts: { USDT: base } }],
})
const parts = [part('bsc', `10${'0'.repeat(18)}`), part('eth', `5${'0'.repeat(18)}`)]
const now = (chain: string, units: bigint) => new Map([[chain, new Map([['USDT', units]])]])
const one = 100_000_000n

describe('the figures an answer shows', () => {
  const signed = [coin('USDT', '15', '12'), { ...coin('WLD', '1', '1'), ratio: '1.5' }] as const
  const told = (...items: readonly object[]) => otherFigure(items as Parameters<typeof otherFigure>[0], signed)

  it('are those of the signed statement, in every spelling of an amount', () => {
    expect(told(...signed)).toBeUndefined()
    expect(told({ ...signed[0], reserves: '15.0' }, { ...signed[1], ratio: '1.50' })).toBeUndefined()
  })

  it('differ by any figure, and by a coin too few or too many', () => {
    for (const change of [{ reserves: '16' }, { owed: '13' }, { venue: '1' }, { covered: false }, { ratio: '1' }])
      expect(told({ ...signed[0], ...change }, signed[1])).toBe('figures of USDT')
    expect(told(signed[0], { ...signed[1], ratio: null })).toBe('figures of WLD')
    expect(told(signed[0])).toBe('figures of WLD')
    expect(told(...signed, coin('ATMC', '1', '1'))).toBe('figures of another coin')
    expect(() => told({ ...signed[0], owed: 'x' }, signed[1])).toThrow('unreadable')
  })
})

describe('what is there now', () => {
  it('is enough to the last unit, and one unit less is not', () => {
    const coins = [coin('USDT', '15', '12')]
    expect(coversNow(coins, parts, now('bsc', 7n * one))).toBe(true)
    expect(coversNow(coins, parts, now('bsc', 7n * one - 1n))).toBe(false)
  })

  it('leaves out what is at a venue, and chains that were not read', () => {
    expect(coversNow([coin('USDT', '15', '12', '2')], parts, now('bsc', 5n * one))).toBe(true)
    expect(coversNow([coin('USDT', '15', '15')], parts, new Map())).toBe(true)
    expect(coversNow([coin('USDT', '15', '15')], parts, now('tron', 0n))).toBe(true)
  })

  it('counts each coin for itself', () => {
    const coins = [coin('USDT', '15', '12'), coin('WLD', '1', '1')]
    expect(coversNow(coins, parts, now('bsc', 7n * one))).toBe(true)
    expect(coversNow([...coins, coin('ATMC', '1', '2')], parts, now('bsc', 7n * one))).toBe(false)
  })
})
