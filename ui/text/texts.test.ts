// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const messages = {
  'error.field.required': [['field'], ' cannot be empty.'],
  'error.request.failed': ['Something went wrong (', ['key'], ').'],
  'error.invest.maximum': ['At most ', ['maximum'], ' USDT.'],
  'error.invest.packages_many': ['Up to ', ['most'], ' packages.'],
  'field.number': 'Amount',
  'field.app': 'Technical data',
}
let texts: typeof import('./texts.ts')
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  texts = await import('./texts.ts')
  const { changeBoot } = await import('../shell/boot.ts')
  changeBoot({ language: 'en' })
  await texts.loadTexts(['errors', 'fields'])
  i18n.load('en', messages as never)
  i18n.activate('en')
})

afterAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.unstubAllGlobals()
})

it('calls a refused field by the name a person knows', async () => {
  expect(await texts.sayFailure('field.required', { field: 'number' })).toBe('Amount cannot be empty.')
})

it('calls every field that only the app fills in by one name', async () => {
  expect(await texts.sayFailure('field.required', { field: 'cursor' })).toBe('Technical data cannot be empty.')
})

it('shows amounts in a reason as everywhere else, and counts as they are', async () => {
  expect(await texts.sayFailure('invest.maximum', { maximum: '10000' })).toBe('At most 10,000.00 USDT.')
  expect(await texts.sayFailure('invest.packages_many', { most: '5' })).toBe('Up to 5 packages.')
})

it('a reason this app has no words for is a failed request, never a bare key', async () => {
  expect(await texts.sayFailure('pool.of_tomorrow')).toBe('Something went wrong (pool.of_tomorrow).')
})
