import { describe, expect, it } from 'vitest'
import { rateOf } from '#kit/amount/amount.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import { testFacts, testOrder, testProduct } from '../../terms/test-order.ts'
import { assetPackage, drawn } from './package.ts'

const one = 100_000_000n
const terms = {
  line: 'package',
  side: undefined,
  days: 0,
  powerPerDay: '0',
  pays: 'ATMC',
  releasePerDay: '0.005',
} as const
const bought = testOrder({
  state: 'to_be_started',
  sideUnits: 0n,
  promiseUnits: 2_000n * one,
  roundEnds: undefined,
  terms,
})
const { start, isDone } = assetPackage
if (!start || !isDone) throw new Error('a package starts and is done')
const at = (price: string | undefined, capital = 10n ** 16n) =>
  start(bought, testFacts({ usdt: () => (price ? rateOf(price) : undefined), capital: () => capital }))

describe('a package', () => {
  it('has no card unless it pays a coin, part by part', () => {
    const card = (lineTerms: object) => () =>
      assetPackage.card({ ...testProduct, line: 'package', side: undefined, lineTerms })
    expect(card({ pays: 'ATMC', releasePerDay: '0.005' })).not.toThrow()
    for (const missing of [{}, { pays: 'ATMC' }, { releasePerDay: '0.005' }])
      expect(card(missing)).toThrow('a package pays a coin, part by part')
  })

  it('sets its price and its coins aside when it is bought, and gives both back before the start', () => {
    expect(assetPackage.open(bought)).toMatchObject([
      { from: { purpose: 'available' }, to: { purpose: 'principal' }, asset: 'USDT', units: 100n * one, code: 108 },
      { from: { purpose: 'capital' }, to: { purpose: 'promised' }, asset: 'ATMC', units: 2_000n * one },
    ])
    expect(assetPackage.cancel(bought)).toMatchObject([
      { asset: 'USDT', units: 100n * one, code: 110 },
      { to: { purpose: 'capital' }, asset: 'ATMC', units: 2_000n * one },
    ])
  })

  it('has its number set anew at the start: more when the price fell, less when it rose; the price is income then', () => {
    const more = at('0.04')
    expect(more.postings).toMatchObject([
      { from: { purpose: 'principal' }, to: { purpose: 'sales' }, asset: 'USDT', units: 100n * one },
      { from: { purpose: 'capital' }, to: { purpose: 'promised' }, asset: 'ATMC', units: 500n * one },
    ])
    expect(more.change).toEqual({ state: 'to_be_released', promiseUnits: 2_500n * one })
    const less = at('0.08')
    expect(less.postings[1]).toMatchObject({
      from: { purpose: 'promised' },
      to: { purpose: 'capital' },
      units: 750n * one,
    })
    expect(less.change?.promiseUnits).toBe(1_250n * one)
    for (const { postings } of [more, less]) checkEntry({ key: 'test', at: bought.boughtAt, postings })
  })

  it('is cancelled whole when capital cannot cover the new number, or there is no price', () => {
    for (const failed of [at('0.04', 500n * one - 1n), at(undefined), at('0')])
      expect(failed).toEqual({ postings: assetPackage.cancel(bought), cancelled: true })
    expect(at('0.04', 500n * one).cancelled).toBeUndefined()
  })

  it('is cancelled whole while its coin costs more than the bound of a tenth a day lets it be handed out at', () => {
    const rising = (unbounded: string) =>
      start(
        bought,
        testFacts({
          usdt: (_, purpose) => rateOf(purpose === 'unbounded' ? unbounded : '0.05'),
          capital: () => 10n ** 16n,
        }),
      )
    expect(rising('0.05').cancelled).toBeUndefined()
    expect(rising('0.0501')).toEqual({ postings: assetPackage.cancel(bought), cancelled: true })
  })

  it('that was granted keeps its number and costs nothing', () => {
    const granted = { ...bought, baseUnits: 0n, valueUnits: 0n }
    expect(assetPackage.open(granted)).toMatchObject([{ from: { purpose: 'capital' }, units: 2_000n * one, code: 0 }])
    expect(start(granted, testFacts({ usdt: () => undefined }))).toEqual({
      postings: [],
      change: { state: 'to_be_released' },
    })
    expect(assetPackage.cancel(granted)).toMatchObject([{ to: { purpose: 'capital' }, units: 2_000n * one }])
  })

  it('releases half a percent of its whole a day, sped up, and is done with the last', () => {
    const left = (units: bigint, speed = '0') => testFacts({ promised: () => units, speed: () => rateOf(speed) })
    expect(assetPackage.accrue(bought, left(1_500n * one))).toMatchObject([
      { asset: 'ATMC', units: 10n * one, code: 109 },
    ])
    expect(assetPackage.accrue(bought, left(1_500n * one, '3'))).toMatchObject([{ units: 40n * one }])
    expect(assetPackage.accrue(bought, left(4n * one))).toMatchObject([{ units: 4n * one }])
    expect(
      [left(1_500n * one), left(10n * one + 1n), left(10n * one), left(1n)].map((facts) => isDone(bought, facts)),
    ).toEqual([false, false, true, true])
  })

  it('unlocks a drawn part of what is left, rounded down', () => {
    expect(drawn(bought, 1_501n, '0.05')).toMatchObject([{ asset: 'ATMC', units: 75n, code: 14 }])
    expect(drawn(bought, 9n, '0.001')).toEqual([])
  })
})
