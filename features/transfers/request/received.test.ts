import { describe, expect, it } from 'vitest'
import { askedAmount, hear, isAsAsked, type Payment, type Watch, watchFrom } from './received.ts'

const paid = (id: number, at: string, change: Partial<Payment> = {}): Payment => ({
  id,
  direction: 'in',
  receiverId: 'BWVWJ5GEZ3',
  nickname: 'B•••n',
  coin: 'USDT',
  amount: '50',
  remark: '',
  at: `2026-11-28T${at}.000Z`,
  ...change,
})
const asOf = (time: string): string => `2026-11-28T${time}.000Z`
const came = ({ came }: Watch): number[] => came.map(({ id }) => id)
/** The device clock is a year behind; only differences count. */
const openedMs = Date.parse('2025-11-28T10:00:00.000Z')
const opened = watchFrom(openedMs)
const old = [paid(7, '09:59:59'), paid(4, '08:00:00')]

describe('a request that is open', () => {
  it('shows nothing that was there before, however new it is', () => {
    const watch = hear(opened, { items: old, asOf: asOf('10:00:00'), askedMs: openedMs })
    expect(watch).toEqual({ openedMs, mark: 7, came: [] })
    expect(hear(watch, { items: old, asOf: asOf('10:00:15'), askedMs: openedMs + 15_000 })).toBe(watch)
  })

  it('shows each payment that comes, once, the newest first', () => {
    const first = hear(opened, { items: old, asOf: asOf('10:00:00'), askedMs: openedMs })
    const eight = paid(8, '10:00:10', { coin: 'WLD', amount: '2.5' })
    const one = hear(first, { items: [eight, ...old], asOf: asOf('10:00:11'), askedMs: openedMs + 11_000 })
    expect(one.came).toEqual([eight])
    const two = [paid(10, '10:00:12'), paid(9, '10:00:12')]
    const all = hear(one, { items: [...two, eight, ...old], asOf: asOf('10:00:13'), askedMs: openedMs + 13_000 })
    expect(came(all)).toEqual([10, 9, 8])
    expect(came(hear(all, { items: two, asOf: asOf('10:10:00'), askedMs: openedMs + 600_000 }))).toEqual([10, 9, 8])
  })

  it('shows the first payment a wallet ever gets', () => {
    const empty = hear(opened, { items: [], asOf: asOf('10:00:00'), askedMs: openedMs })
    expect(empty.mark).toBe(0)
    const one = hear(empty, { items: [paid(3, '10:00:05')], asOf: asOf('10:00:06'), askedMs: openedMs + 6_000 })
    expect(came(one)).toEqual([3])
  })

  it('that was opened without a connection shows what came since, and nothing from before', () => {
    // The first answer comes a minute after opening, so the request opened at 09:59:00 server time.
    const items = [paid(9, '09:59:30'), paid(8, '09:59:01'), paid(7, '09:59:00'), paid(6, '09:58:59')]
    const watch = hear(opened, { items, asOf: asOf('10:00:00'), askedMs: openedMs + 60_000 })
    expect([came(watch), watch.mark]).toEqual([[9, 8], 7])
    const full = hear(opened, { items: items.slice(0, 2), asOf: asOf('10:00:00'), askedMs: openedMs + 60_000 })
    expect([came(full), full.mark]).toEqual([[9, 8], 7])
  })

  it('hears nothing from an answer asked for before it, and of no payment that went out', () => {
    expect(hear(opened, { items: old, asOf: asOf('09:59:59'), askedMs: openedMs - 1 })).toBe(opened)
    const watch = hear(opened, { items: old, asOf: asOf('10:00:00'), askedMs: openedMs })
    const out = paid(8, '10:00:05', { direction: 'out' })
    expect(hear(watch, { items: [out, ...old], asOf: asOf('10:00:06'), askedMs: openedMs + 6_000 })).toBe(watch)
  })
})

describe('what was asked for', () => {
  it('is named by its amount in the shortest form, or by none', () => {
    const texts = ['50', '50.', '50.10', '007', '0.01', '7.25', '', '0', '0.00', '1.234', '-5', '1,5', 'ten']
    expect(texts.map(askedAmount)).toEqual([
      ...['50', '50', '50.1', '7', '0.01', '7.25'],
      ...[undefined, undefined, undefined, undefined, undefined, undefined, undefined],
    ])
  })

  it('is told from another amount and another coin', () => {
    const fifty = { coin: 'USDT', amount: '50' } as const
    expect(isAsAsked(fifty, { coin: 'USDT', amount: '50.00' })).toBe(true)
    expect(isAsAsked(fifty, { coin: 'USDT', amount: '49.99999999' })).toBe(false)
    expect(isAsAsked(fifty, { coin: 'WLD', amount: '50' })).toBe(false)
    expect(isAsAsked({ coin: 'USDT', amount: undefined }, { coin: 'USDT', amount: '3' })).toBe(true)
    expect(isAsAsked({ coin: 'USDT', amount: undefined }, { coin: 'WLD', amount: '3' })).toBe(false)
  })
})
