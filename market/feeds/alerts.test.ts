import { expect, it } from 'vitest'
import { type AlertFacts, alertsMax, decideAlert, isReached } from './alerts.ts'

const facts: AlertFacts = { side: 'above', level: 120n, price: 119n, count: 0 }
const refusal = (change: Partial<AlertFacts>): string | undefined => {
  try {
    decideAlert({ ...facts, ...change })
    return undefined
  } catch (error) {
    return (error as { key: string }).key
  }
}

it('is reached at its level and beyond, on its side', () => {
  expect([119n, 120n, 121n].map((price) => isReached('above', 120n, price))).toEqual([false, true, true])
  expect([119n, 120n, 121n].map((price) => isReached('below', 120n, price))).toEqual([true, true, false])
})

it('waits for a price that is still to come, on a market that has one', () => {
  expect(refusal({})).toBeUndefined()
  expect(refusal({ side: 'below', price: 121n })).toBeUndefined()
  for (const change of [
    { price: 120n },
    { price: 121n },
    { side: 'below', price: 120n } as const,
    { side: 'below' } as const,
  ])
    expect(refusal(change)).toBe('alerts.reached')
  expect(refusal({ price: undefined })).toBe('alerts.no_price')
})

it('is one of twenty at most', () => {
  expect([refusal({ count: alertsMax - 1 }), refusal({ count: alertsMax })]).toEqual([undefined, 'alerts.too_many'])
})
