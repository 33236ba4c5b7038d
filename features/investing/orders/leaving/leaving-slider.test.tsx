// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { LeavingSlider } from './LeavingCard.tsx'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  i18n.loadAndActivate({
    locale: 'en',
    messages: {
      'leaving.title': ['on ', ['day']],
      'result.given': [['back'], ' back, ', ['lost'], ' lost'],
      'result.whole': [['back'], ' back'],
    },
  })
})
afterEach(cleanup)

const usdt = (amount: string) => [{ asset: 'USDT', amount }]
const days = [
  { at: '2026-11-30T12:00:00.000Z', back: usdt('95'), lost: usdt('5'), usdt: '-5', about: '0' },
  { at: '2026-12-01T12:00:00.000Z', back: usdt('95'), lost: usdt('5'), usdt: '-5', about: '0.12' },
  { at: '2026-12-02T00:00:00.000Z', back: usdt('100'), lost: [], usdt: '0', about: '0.25' },
]
const slider = () => screen.getByRole('slider', { name: 'leaving.slider' })
const text = () => (document.body.textContent ?? '').replace(/\s+/g, ' ')

it('says what leaving on the chosen day brings, and what is only an estimate, to eyes and to ears', () => {
  render(<LeavingSlider days={days} isFixed={false} />)
  expect(slider()).toMatchObject({ min: '0', max: '2', value: '0' })
  expect(slider().getAttribute('aria-valuetext')).toBe('Nov 30, 2026: -5.00 USDT')
  expect(text()).toContain('on Nov 30, 2026')
  expect(text()).toContain('95.00 USDT back, 5.00 USDT lost')
  fireEvent.change(slider(), { target: { value: '2' } })
  expect(slider().getAttribute('aria-valuetext')).toBe('Dec 2, 2026: 0.00 USDT')
  expect(text()).toContain('100.00 USDT back')
  expect(text()).toContain('leaving.about≈ +0.25 USDT')
})

it('has no result by the terms where a market decides, only the estimate', () => {
  render(<LeavingSlider days={days.map((day) => ({ ...day, back: [], lost: [], usdt: null }))} isFixed={false} />)
  expect(text()).toContain('leaving.market')
  expect(text()).not.toContain('leaving.terms')
  fireEvent.change(slider(), { target: { value: '1' } })
  expect(slider().getAttribute('aria-valuetext')).toBe('Dec 1, 2026: +0.12 USDT')
})

it('says of a round that it is left at its end', () => {
  render(<LeavingSlider days={days} isFixed />)
  expect(text()).toContain('leaving.rounds')
})
