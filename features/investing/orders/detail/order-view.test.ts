import { describe, expect, it } from 'vitest'
import { overStates } from '#products/terms/order-state.ts'
import { testOrder, testProduct } from '#products/terms/test-order.ts'
import { orderOutcomes, showOrder } from './order-view.ts'

const one = 100_000_000n
const now = new Date('2026-11-25T12:00:00Z')
type Changes = Parameters<typeof testOrder>[0]
const view = (changes: Changes = {}, ...rest: [present?: { principal: bigint; promised: bigint }]) =>
  showOrder(testOrder(changes), testProduct, now, ...rest)

describe('an order as it is shown', () => {
  it('can be cancelled until its start, and switched until its last half hour', () => {
    const at = (moment: string, changes: Changes) => showOrder(testOrder(changes), testProduct, new Date(moment))
    const waiting = { state: 'to_be_started' } as const
    expect(at('2026-11-22T23:59:59.999Z', waiting).cancellable).toBe(true)
    expect(at('2026-11-23T00:00:00Z', waiting).cancellable).toBe(false)
    expect(at('2026-11-22T00:00:00Z', {}).cancellable).toBe(false)
    expect(at('2026-11-29T23:29:59.999Z', {}).switchable).toBe(true)
    expect(at('2026-11-29T23:30:00Z', {}).switchable).toBe(false)
    expect(at('2026-11-25T00:00:00Z', { state: 'queued' }).switchable).toBe(false)
    for (const state of overStates) expect(at('2026-11-25T00:00:00Z', { state }).switchable, state).toBe(false)
  })

  it('expects the interest of its round, and POWER by its value rounded down', () => {
    expect(view({ valueUnits: 3_333n })).toMatchObject({ expectedIncome: '0.1', powerPerDay: '0.00000009' })
    expect(view({ terms: { line: 'lockup' } })).toMatchObject({ expectedIncome: '0', reinvest: null })
    expect(view({ reinvest: true }).reinvest).toBe(true)
  })

  it('has grown to the principal in the ledger, which counts as paid, until it is over', () => {
    const terms = { line: 'compound', side: undefined } as const
    const present = { principal: 103n * one, promised: 0n }
    const running = { sideUnits: 0n, paidUnits: one, terms }
    expect(view(running, present)).toMatchObject({ amount: '103', paidIncome: '4' })
    expect(view({ ...running, state: 'ended' }, present)).toMatchObject({ amount: '100', paidIncome: '1' })
    expect(view({ paidUnits: one }, present)).toMatchObject({ amount: '100', paidIncome: '1' })
  })

  it('says what a package still releases, and nothing is pending once it is over', () => {
    const terms = { line: 'package', pays: 'ATMC', side: undefined, releasePerDay: '0.005' } as const
    const present = { principal: 0n, promised: 3n * one }
    const release = { total: '5', pending: '3', perDay: '0.005' }
    expect(view({ promiseUnits: 5n * one, terms }, present).release).toEqual(release)
    expect(view({ promiseUnits: 5n * one, terms, state: 'ended' }, present).release).toEqual({
      ...release,
      pending: '0',
    })
    expect(view().release).toBeNull()
  })

  it('is on no day before it has begun', () => {
    expect(view().day).toBe(3)
    expect(view({ state: 'to_be_started', round: 0 }).day).toBeNull()
  })

  it('says whether another round is set aside, or why there will be none', () => {
    expect(view().renewal).toBeNull()
    expect(view({ reinvest: true }).renewal).toBeNull()
    expect(view({ reinvest: true, nextPromiseUnits: 0n }).renewal).toBe('set_aside')
    expect(view({ reinvest: true, poolShort: true }).renewal).toBe('pool_short')
    expect(view({ reinvest: true, poolShort: true, terms: { version: 2 } }).renewal).toBe('terms_changed')
    expect(view({ reinvest: true, state: 'ended' }).renewal).toBeNull()
  })
})

describe('the choice at the end of a round', () => {
  it('keeps the second coin by going on, and turns it into POWER by stopping', () => {
    expect(orderOutcomes(testOrder())).toEqual({
      on: { principal: '100.1', interest: '0.1', sideKept: '400' },
      off: { principal: '100', interest: '0.1', sideRetired: '400', power: '20' },
    })
  })

  it('costs nothing without a second coin', () => {
    const alone = testOrder({ sideUnits: 0n, sideValueUnits: 0n, terms: { side: undefined, sideShare: '0' } })
    expect(orderOutcomes(alone)?.off).toEqual({ principal: '100', interest: '0.1', sideRetired: '0', power: '0' })
  })

  it('is none in a line without rounds, and all nothing once the order is over', () => {
    expect(orderOutcomes(testOrder({ terms: { line: 'lockup' } }))).toBeNull()
    expect(orderOutcomes(testOrder({ state: 'ended' }))).toEqual({
      on: { principal: '0', interest: '0', sideKept: '0' },
      off: { principal: '0', interest: '0', sideRetired: '0', power: '0' },
    })
  })
})
