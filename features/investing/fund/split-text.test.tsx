// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { changeBoot } from '#ui/shell/boot.ts'
import { splitText } from './split-text.tsx'

it('writes how a profit was split as the language writes amounts', () => {
  changeBoot({ language: 'en' })
  const split = {
    day: '2026-11-23',
    profit: '2000',
    refilled: '0',
    dividends: '1234.50000001',
    bonuses: '1000',
    fee: '12.5',
  }
  expect(splitText(split)).toEqual({ refilled: '0.00', dividends: '1,234.50000001', bonuses: '1,000.00', fee: '12.50' })
})
