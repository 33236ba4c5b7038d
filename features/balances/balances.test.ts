import { describe, expect, it } from 'vitest'
import { coins } from '#kit/amount/coins.ts'
import { counterpartOf, isPoint, listHoldings, sumOf } from './balances.ts'

describe('the list of what a wallet has', () => {
  it('shows every coin and point, and the retired coin only where there is some', () => {
    const nothing = { available: 0n, held: 0n, inOrders: 0n, promised: 0n, inMarkets: 0n }
    expect(listHoldings([]).map(({ asset }) => asset)).toEqual([...coins, 'POWER', 'CREDIT'])
    expect(listHoldings([{ asset: 'ATM', ...nothing }])).toHaveLength(coins.length + 2)
    const some = { asset: 'ATM', ...nothing, held: 3n } as const
    expect(listHoldings([some]).at(-1)).toEqual(some)
    expect(listHoldings([{ ...some, held: 1n }])).toHaveLength(coins.length + 3)
    for (const { asset, ...holding } of listHoldings([])) expect([asset, holding]).toEqual([asset, nothing])
    expect(sumOf({ asset: 'WLD', available: 1n, held: 2n, inOrders: 4n, inMarkets: 8n })).toBe(15n)
  })
})

it('tells points from coins', () => {
  expect((['POWER', 'CREDIT', 'USDT', 'WLD'] as const).map(isPoint)).toEqual([true, true, false, false])
})

describe('the other side of a record', () => {
  it.each([
    ['wallet:BEN', 'available', false, 'wallet', 'BEN'],
    ['wallet:ANA', 'held', true, 'own', 'held'],
    ['order:13', 'principal', false, 'order', '13'],
    ['pool:dual', 'free', false, 'pool', 'dual'],
    ['market:USDT-WLD', 'reserve', false, 'market', 'USDT-WLD'],
    ['outside:eth', 'all', false, 'network', 'eth'],
    ['house', 'in_flight:bsc', false, 'network', 'bsc'],
    ['house', 'fees', false, 'house', 'fees'],
    ['issued', 'all', false, 'issued', ''],
  ])('names %s %s', (owner, purpose, own, kind, id) => {
    expect(counterpartOf({ owner, purpose, own })).toEqual({ kind, id })
  })

  it.each(['principal', 'promised'] as const)('names the %s of an own order', (account) => {
    const order = { owner: 'order:12', purpose: account, own: true }
    expect(counterpartOf(order)).toEqual({ kind: 'order', id: '12', account })
  })
})
