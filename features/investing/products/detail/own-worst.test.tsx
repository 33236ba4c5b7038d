// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest'
import type { Say } from '#ui/text/texts.ts'
import { testItem, testQuote } from '../test-product.ts'

let worstText: typeof import('./OwnWorst.tsx').worstText
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  worstText = (await import('./OwnWorst.tsx')).worstText
})

/** Renders id and values. */
const t: Say = (id, ...values) => `${id} ${JSON.stringify(values[0] ?? {})}`
const [term] = testItem().periods
if (!term) throw new Error('no term')
const terms = [
  { ...term, days: 1, sideShare: '0' },
  { ...term, days: 7, sideShare: '0.01' },
  { ...term, days: 30, sideShare: '0.04' },
]
const dual = testItem({ periods: terms })
const said = (product: typeof dual, days: number, quote?: ReturnType<typeof testQuote>) =>
  worstText({ product, period: product.periods.find((each) => each.days === days), quote: quote ?? null }, t)

it('names the coins that this very order can lose, and none of another term', () => {
  expect(said(dual, 7, testQuote({ base: '500', side: '24.98', sideMost: '25.48' }))).toBe(
    'own_worst.side {"lost":"24.98 ATMC","in":"500.00 USDT + 24.98 ATMC"}',
  )
  const free = testQuote({ base: '500', side: '0', sideMost: '0' })
  expect(said(dual, 1, free)).toBe('own_worst.held {"in":"500.00 USDT","coin":"USDT"}')
})

it('names the share of the chosen term alone before an amount is typed', () => {
  expect(said(dual, 7)).toBe('own_worst.side_share {"side":"ATMC","base":"USDT","share":"1.00%"}')
  expect(said(dual, 30)).toContain('"share":"4.00%"')
  expect(said(dual, 1)).toBe('own_worst.held {"in":"USDT","coin":"USDT"}')
})

it('says of every line what is its worst', () => {
  const one = { periods: [{ ...term, days: 0, sideShare: '0' }], side: null, reinvests: false } as const
  const quote = testQuote({ base: '500', side: '0', sideMost: '0' })
  const of = (changes: Parameters<typeof testItem>[0]) => said(testItem({ ...one, ...changes }), 0, quote).split(' ')[0]
  expect(of({ line: 'machine', accrual: 'share', minimum: '500', maximumValue: '500' })).toBe('own_worst.spent')
  expect(of({ line: 'package', accrual: 'release', pays: 'ATMC' })).toBe('own_worst.release')
  expect(of({ line: 'fund', accrual: 'share' })).toBe('own_worst.lost')
  expect(of({ line: 'compound', accrual: 'share' })).toBe('own_worst.unpaid')
  expect(of({ line: 'lockup', accrual: 'power' })).toBe('own_worst.unpaid')
  const both = testItem({ line: 'dual2', accrual: 'power', reinvests: false })
  expect(said(both, 15, testQuote({ side: '80', sideMost: '80.4' }))).toBe(
    'own_worst.unpaid {"in":"100.00 USDT + 80.00 ATMC"}',
  )
})
