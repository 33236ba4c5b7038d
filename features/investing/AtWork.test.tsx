// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { reads } from '#ui/call/use-call.ts'
import { AtWork } from './AtWork.tsx'
import { listOrders } from './investing.contract.ts'
import { sumRunning } from './orders/running.contract.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => reads.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows a dash in place of a sum that could not be read, and no placeholder', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new CallFailure(400, 'bug')))
  reads.setQueryData([listOrders.path, { state: 'running' }], { items: [], next: '' })
  render(<AtWork walletId="WALLET0001" />)
  await screen.findByText('—')
  expect(document.querySelector('.skeleton')).toBeNull()
})

it('shows the sum as soon as it is read', () => {
  reads.setQueryData([listOrders.path, { state: 'running' }], { items: [], next: '' })
  reads.setQueryData([sumRunning.path, {}], { orders: 2, value: '1234', due: 0 })
  render(<AtWork walletId="WALLET0001" />)
  expect(screen.getByText('1,234')).toBeDefined()
})

it('takes no room where nothing runs', () => {
  reads.setQueryData([listOrders.path, { state: 'running' }], { items: [], next: '' })
  reads.setQueryData([sumRunning.path, {}], { orders: 0, value: '0', due: 0 })
  const { container } = render(<AtWork walletId="WALLET0001" />)
  expect(container.textContent).toBe('')
})
