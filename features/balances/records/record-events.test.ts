import { describe, expect, it } from 'vitest'
import { eventsOf } from './record-events.ts'

type Records = Parameters<typeof eventsOf>[0]
let next = 100
const record = (changes: Partial<Records[number]>): Records[number] => {
  next -= 1
  return {
    ...{ id: String(next), at: '2026-11-22T10:00:00Z', coin: 'USDT', code: 3, direction: 'out', amount: '1' },
    ...{ account: 'available', balanceAfter: '0', counterpart: { kind: 'own', id: '' }, ref: 'withdrawal:7' },
    ...changes,
  } as Records[number]
}
const day = (iso: string) => iso.slice(0, 10)

describe('what happened, by event and day', () => {
  it('counts a withdrawal once, however many entries it took', () => {
    const [event, ...others] = eventsOf(
      [
        record({ amount: '0.3', account: 'held', code: 100 }),
        record({ amount: '49.7', account: 'held' }),
        record({ amount: '50' }),
      ],
      day,
    )
    expect(others).toEqual([])
    expect(event).toMatchObject({ amounts: [{ coin: 'USDT', amount: '-50' }], isInside: false, heading: '2026-11-22' })
    expect(event?.records).toHaveLength(3)
  })

  it('makes one row of a withdrawal that took two days, under its newest, and one a day of an order', () => {
    const late = { at: '2026-11-23T01:00:00Z', amount: '50' }
    const withdrawal = eventsOf([record({ ...late, account: 'held' }), record({ amount: '50' })], day)
    expect(withdrawal.map(({ isInside, heading, amounts }) => [isInside, heading, amounts[0]?.amount])).toEqual([
      [false, '2026-11-23', '-50'],
    ])
    const order = eventsOf([record({ ...late, ref: 'order:7' }), record({ ref: 'order:7' })], day)
    expect(order.map(({ heading }) => heading)).toEqual(['2026-11-23', '2026-11-22'])
  })

  it('adds both coins of a trade, and puts nothing together that belongs to nothing', () => {
    const events = eventsOf(
      [
        record({ ref: 'trade:1', coin: 'WLD', direction: 'in', amount: '8' }),
        record({ ref: 'pool:node', coin: 'POWER' }),
        record({ ref: 'pool:node', coin: 'ATMC' }),
        record({ ref: 'trade:1', amount: '10' }),
      ],
      day,
    )
    expect(events.map(({ amounts }) => amounts.map(({ coin, amount }) => `${amount} ${coin}`))).toEqual([
      ['8 WLD', '-10 USDT'],
      ['-1 POWER'],
      ['-1 ATMC'],
    ])
    expect(events.map(({ heading }) => heading)).toEqual(['2026-11-22', undefined, undefined])
  })
})
