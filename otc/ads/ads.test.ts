import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { limitsOf, otcLimits } from '../otc-settings.ts'
import {
  type Ad,
  boundsOf,
  decideDisable,
  decideEdit,
  decideEnable,
  decideRemove,
  decideSecondAd,
  decideTake,
  decideTerms,
  heldByAd,
  leftOf,
  ownAd,
  priceBounds,
  type TakeFacts,
  usableMethods,
} from './ads.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const [ana, ben] = ['ANA' as WalletId, 'BEN' as WalletId]
const limits = limitsOf(otcLimits.initial)
const known = { partners: 5, open: 0, unpaid: 0, cancels: 0 }

const ad = (change: Partial<Ad> = {}): Ad => ({
  id: 1n,
  makerId: ana,
  side: 'sell',
  fiat: 'PKR',
  pricing: { fixed: units('280'), margin: null },
  least: units('20'),
  most: units('600'),
  windowMinutes: 30,
  terms: '',
  methods: [],
  units: units('1000'),
  bound: 0n,
  done: 0n,
  state: 'enabled',
  postedAt: new Date(0),
  ...change,
})
function refused(run: () => unknown) {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return [error.key, error.params]
    throw error
  }
  return []
}
const key = (run: () => unknown) => refused(run)[0]

describe('an ad', () => {
  it('holds what was not traded, until it is removed; a buy ad holds nothing', () => {
    const parted = ad({ bound: units('100'), done: units('250') })
    expect([leftOf(parted), heldByAd(parted)]).toEqual([units('650'), units('750')])
    expect(heldByAd({ ...parted, state: 'removed' })).toBe(0n)
    expect(heldByAd({ ...parted, side: 'buy' })).toBe(0n)
  })

  it('is enabled, disabled, removed in that order', () => {
    expect(key(() => decideDisable(ad({ state: 'disabled' })))).toBe('otc.disable_failed')
    expect(key(() => decideEnable(ad()))).toBe('otc.enable_failed')
    expect(key(() => decideEnable(ad({ state: 'disabled', done: units('1000') })))).toBe('otc.enable_failed')
    expect(key(() => decideEnable(ad({ state: 'disabled' })))).toBeUndefined()
    expect(key(() => decideEdit(ad()))).toBe('otc.disable_first')
    expect(key(() => decideRemove(ad()))).toBe('otc.remove_first')
    expect(key(() => decideRemove(ad({ state: 'disabled', bound: 1n })))).toBe('otc.remove_failed')
    expect(key(() => decideRemove(ad({ state: 'disabled' })))).toBeUndefined()
    expect(key(() => ownAd(ad(), ben))).toBe('otc.ad_missing')
    expect(key(() => ownAd(ad({ state: 'removed' }), ana))).toBe('otc.ad_missing')
  })

  it('is changed, disabled and enabled where it can be, with one unit left too', () => {
    expect(key(() => decideDisable(ad()))).toBeUndefined()
    expect(key(() => decideEdit(ad({ state: 'disabled' })))).toBeUndefined()
    expect(key(() => decideEnable(ad({ state: 'disabled', done: units('1000') - 1n })))).toBeUndefined()
    expect(ownAd(ad(), ana)).toEqual(ad())
  })

  it('shows a way of paying from its moment on, and one without a moment always', () => {
    const now = new Date('2026-11-23T12:00:00Z')
    const from = (method: number, usableFrom: Date | null) => ({ method, details: null, usableFrom })
    const methods = [from(1, null), from(2, now), from(3, new Date(now.getTime() + 1))]
    expect(usableMethods({ methods }, now).map(({ method }) => method)).toEqual([1, 2])
  })

  it('has a fixed price from 70 to 140 % of the guide price, both rounded down', () => {
    expect(priceBounds(3n)).toEqual({ minimum: 2n, maximum: 4n })
    const priced = (fixed: bigint) =>
      refused(() =>
        decideTerms(ad({ pricing: { fixed, margin: null } }), { units: units('1000'), guide: units('281'), limits }),
      )
    const bounds = ['otc.price', { minimum: '196.7', maximum: '393.4' }]
    expect([priced(units('196.7')), priced(units('393.4'))]).toEqual([[], []])
    expect([priced(units('196.7') - 1n), priced(units('393.4') + 1n)]).toEqual([bounds, bounds])
    const margin = { pricing: { fixed: null, margin: 1_000 } } as const
    expect(key(() => decideTerms(ad(margin), { units: units('1000'), guide: units('281'), limits }))).toBeUndefined()
  })

  it('stands alone on its side of a currency', () => {
    expect(key(() => decideSecondAd(['disabled']))).toBe('otc.enable_first')
    expect(key(() => decideSecondAd(['enabled']))).toBe('otc.disable_first')
    expect(key(() => decideSecondAd([]))).toBeUndefined()
  })

  it('says terms that can be kept', () => {
    const decide = (change: Partial<Ad>) =>
      key(() => decideTerms(ad(change), { units: units('1000'), guide: units('281'), limits }))
    expect(decide({})).toBeUndefined()
    expect(decide({ pricing: { fixed: units('28'), margin: null } })).toBe('otc.price')
    expect(decide({ pricing: { fixed: units('500'), margin: null } })).toBe('otc.price')
    expect(decide({ least: units('9.99') })).toBe('otc.order_minimum')
    expect(decide({ most: units('10000.01') })).toBe('otc.order_maximum')
    expect(decide({ least: units('700'), most: units('600') })).toBe('otc.limits_crossed')
    expect(decide({ least: units('1001'), most: units('2000') })).toBe('otc.limits_crossed')
    expect(decide({ least: units('10'), most: units('10000') })).toBeUndefined()
    expect(decide({ least: units('1000'), most: units('1000') })).toBeUndefined()
  })
})

describe('taking an ad', () => {
  const facts = (change: Partial<TakeFacts> = {}): TakeFacts => ({
    ad: ad(),
    takerId: ben,
    units: units('100'),
    seenPrice: units('280'),
    price: units('280'),
    makerCan: true,
    hasOpen: false,
    taker: known,
    maker: known,
    limits,
    ...change,
  })
  const take = (change: Partial<TakeFacts> = {}) => refused(() => decideTake(facts(change)))

  it('is allowed between its bounds', () => {
    for (const amount of ['20', '100', '600']) expect(take({ units: units(amount) })).toEqual([])
    expect(boundsOf(ad(), known, limits)).toEqual({ least: units('20'), most: units('600') })
    // The remainder may be taken although below the minimum.
    const rest = ad({ done: units('990') })
    expect(take({ ad: rest, units: units('10') })).toEqual([])
    expect(boundsOf(rest, known, limits)).toEqual({ least: units('10'), most: units('10') })
  })

  it.each([
    ['otc.ad_missing', { ad: undefined }],
    ['otc.ad_missing', { ad: ad({ state: 'removed' }) }],
    ['otc.ad_offline', { ad: ad({ state: 'disabled' }) }],
    ['otc.ad_cannot_be_ordered', { takerId: ana }],
    ['otc.ad_cannot_be_ordered', { makerCan: false }],
    ['otc.ad_cannot_be_ordered', { maker: { ...known, cancels: 3 } }],
    ['otc.ad_cannot_be_ordered', { ad: ad({ side: 'buy' }), maker: { ...known, partners: 4, unpaid: 2, cancels: 1 } }],
    ['otc.already_ordered', { hasOpen: true }],
    ['otc.ad_already_taken', { ad: ad({ bound: units('1000') }) }],
    ['otc.order_minimum', { units: units('19.99') }],
    ['otc.order_maximum', { units: units('600.01') }],
    ['otc.order_maximum', { units: units('501'), maker: { ...known, partners: 4 } }],
    ['otc.quantity_exceeded', { ad: ad({ bound: units('900') }), units: units('101') }],
    ['otc.price_moved', { price: units('280.01') }],
    ['otc.price_moved', { ad: ad({ side: 'buy' }), price: units('279.99') }],
  ] as const)('is refused: %s', (refusal, change) => {
    expect(take(change)[0]).toBe(refusal)
  })

  it('is refused where the reputation does not reach, and says which rule', () => {
    const rule = (taker: Partial<typeof known>, amount = '100') =>
      take({ taker: { ...known, ...taker }, units: units(amount) })
    expect(rule({ open: 3 })).toEqual(['otc.reputation_insufficient', { rule: 'open', limit: '3' }])
    expect(rule({ cancels: 1, unpaid: 2 })).toEqual(['otc.reputation_insufficient', { rule: 'cancels', limit: '3' }])
    expect(rule({ cancels: 1, unpaid: 1 })).toEqual([])
    expect(rule({ cancels: 3 })).toEqual(['otc.reputation_insufficient', { rule: 'cancels', limit: '3' }])
    expect(rule({ partners: 4 }, '500.01')).toEqual(['otc.reputation_insufficient', { rule: 'first', limit: '500' }])
    expect(rule({ partners: 4 }, '500')).toEqual([])
  })

  it('is allowed up to the last value of each rule', () => {
    expect(take({ taker: { ...known, open: 2 } })).toEqual([])
    expect(take({ taker: { ...known, cancels: 2 } })).toEqual([])
    expect(take({ maker: { ...known, cancels: 2 } })).toEqual([])
    expect(take({ units: units('500'), maker: { ...known, partners: 4 } })).toEqual([])
    expect(take({ ad: ad({ done: units('1000') - 1n }), units: 1n })).toEqual([])
    expect(take({ ad: ad({ bound: units('900') }), units: units('100') })).toEqual([])
  })

  it('of somebody who buys counts what they have not paid: of few partners as maker, never as taker', () => {
    const buys = ad({ side: 'buy' })
    expect(take({ ad: buys, maker: { ...known, partners: 4, unpaid: 1, cancels: 1 } })).toEqual([])
    expect(take({ ad: buys, maker: { ...known, unpaid: 3 } })).toEqual([])
    expect(take({ maker: { ...known, partners: 4, unpaid: 3 } })).toEqual([])
    expect(take({ ad: buys, taker: { ...known, unpaid: 3 } })).toEqual([])
  })

  it('is bounded by what the ad still has, and by few partners of its maker', () => {
    const few = { ...known, partners: 4 }
    expect(boundsOf(ad(), few, limits)).toEqual({ least: units('20'), most: units('500') })
    expect(boundsOf(ad(), few, { ...limits, maximum: units('300') })).toEqual({
      least: units('20'),
      most: units('300'),
    })
    expect(boundsOf(ad({ done: units('400') }), known, limits)).toEqual({ least: units('20'), most: units('600') })
    expect(boundsOf(ad({ done: units('401') }), known, limits)).toEqual({ least: units('20'), most: units('599') })
    expect(boundsOf(ad({ done: units('1000') }), known, limits)).toEqual({ least: 0n, most: 0n })
  })

  it('takes a better price than the one that was seen', () => {
    expect(take({ price: units('279') })).toEqual([])
    expect(take({ ad: ad({ side: 'buy' }), price: units('281') })).toEqual([])
  })
})
