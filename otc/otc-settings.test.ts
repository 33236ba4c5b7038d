import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fiatsIn, otcFiats, otcLimits } from './otc-settings.ts'

it('offers a region its own currencies and those of everywhere', () => {
  expect([...fiatsIn(otcFiats.initial, 'PK').keys()]).toEqual(['USD', 'PKR'])
  expect(fiatsIn(otcFiats.initial, 'PK').get('PKR')).toBe(28_100_000_000n)
  expect([...fiatsIn(otcFiats.initial, 'XX').keys()]).toEqual(['USD'])
})

it('has tables that fit their own rules', () => {
  expect(v.safeParse(otcFiats.schema, otcFiats.initial).success).toBe(true)
  expect(v.safeParse(otcFiats.schema, { usd: { guide: '1', regions: [] } }).success).toBe(false)
  expect(v.safeParse(otcFiats.schema, { USD: { guide: '0', regions: [] } }).success).toBe(false)
  expect(otcLimits.tightens?.(otcLimits.initial, { ...otcLimits.initial, maximum: '500' })).toBe(true)
  expect(otcLimits.tightens?.(otcLimits.initial, { ...otcLimits.initial, maximum: '50000' })).toBe(false)
})
