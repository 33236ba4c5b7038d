// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OutputOf } from '#kit/wire/contract.ts'
import { reads } from '#ui/call/use-call.ts'
import { showMoment } from '#ui/text/format.ts'
import { getProduct } from '../investing.contract.ts'
import { testData, testItem, testQuote } from '../products/test-product.ts'
import { AccelerateForm } from './AccelerateForm.tsx'
import { listAccelerations } from './acceleration.contract.ts'

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
beforeEach(() => reads.clear())
afterEach(() => {
  cleanup()
  reads.clear()
})

const product = testItem({
  productId: 22,
  line: 'acceleration',
  accrual: 'boost',
  boost: '1.0',
  side: null,
  reinvests: false,
  minimum: '10',
})
const data = testData({ product, firstOfLine: true })
const accelerations: OutputOf<typeof listAccelerations> = {
  items: [],
  principal: [{ coin: 'USDT', amount: '1500', marked: '0', left: '1500' }],
  speed: { speed: '0', ratio: '0', step: '0', accelerated: '0', pending: '100' },
  steps: [],
  stepAfterDays: 7,
}
const quote = testQuote({ base: '400', side: '0', sideMost: '0', interest: '0', endsAt: null, power: '0.2' })

function type(amount: string, quoted: typeof quote): void {
  reads.setQueryData([listAccelerations.path, {}], accelerations)
  reads.setQueryData([getProduct.path, { productId: 22, amount }], { ...data, quote: quoted })
  render(<AccelerateForm data={data} top={null} />)
  fireEvent.change(screen.getByLabelText('product.amount'), { target: { value: amount } })
  fireEvent.click(screen.getByLabelText('product.accept'))
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'accelerate.amount' })

it('says least and most before one types, and that a first one cools off', () => {
  type('400', quote)
  expect(screen.getByText('product.limits')).toBeDefined()
  expect(screen.getByText('product.cooling_off')).toBeDefined()
})

it('says which rule an amount breaks, before any password', async () => {
  type('1', { ...quote, problem: { key: 'invest.minimum', params: { minimum: '10', coin: 'USDT' } } })
  expect((await screen.findByRole('alert')).textContent).toBe('error.invest.minimum')
  expect(button().disabled).toBe(true)
})

it('shows when it starts, on the form and on the sheet', async () => {
  type('400', quote)
  await screen.findByText(showMoment(quote.startsAt))
  fireEvent.click(button())
  expect(screen.getAllByText(showMoment(quote.startsAt))).toHaveLength(2)
})
