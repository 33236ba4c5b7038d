// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { changeBoot } from '#ui/shell/boot.ts'
import { showAmount } from '#ui/text/format.ts'
import { shownParams } from './event-params.tsx'

beforeEach(() => changeBoot({ language: 'en' }))
afterAll(() => changeBoot({ language: 'en' }))

describe('the values of an event', () => {
  it('are moments and amounts as the language writes them, and the rest as it is', () => {
    expect(
      shownParams({ paid: '1000 USDT + 4.12345678 ATMC', round: '2', to: 'ATMC', at: 'soon' }, showAmount),
    ).toEqual({
      paid: '1,000.00 USDT + 4.12345678 ATMC',
      round: '2',
      to: 'ATMC',
      at: 'soon',
    })
    expect(shownParams({ at: '2026-11-21T10:00:00.000Z' }, showAmount).at).toContain('Nov 21, 2026')
  })

  it('follow one another from right to left where the language does', () => {
    changeBoot({ language: 'ur' })
    expect(shownParams({ paid: '5 USDT + 4 ATMC' }, showAmount).paid).toBe('5.00 USDT\u200f + 4.00 ATMC')
  })
})
