// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Order, Terms } from '#products/terms/order.ts'
import { testOrder, testProduct } from '#products/terms/test-order.ts'
import { showOrder } from '../detail/order-view.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

type Changes = Partial<Omit<Order, 'terms'>> & { terms?: Partial<Terms> }
const oneCoin = { side: undefined, days: 0 } as const

async function sheetOf(changes: Changes): Promise<string> {
  const { CancelOrder } = await import('../detail/OrderActions.tsx')
  const order = testOrder({ state: 'to_be_started', round: 0, ...changes })
  render(<CancelOrder order={showOrder(order, testProduct, new Date('2026-11-22T00:00:00Z'))} />)
  fireEvent.click(screen.getByRole('button', { name: 'order.cancel' }))
  return (await screen.findByRole('dialog')).textContent ?? ''
}

describe('before an order is cancelled', () => {
  it('its coins are said to come back', async () => {
    const said = await sheetOf({})
    expect(said).toMatch(/order\.comes_back.*100\.00\D*USDT.*order\.comes_back_too.*400\.00\D*ATMC/)
  })

  it('of a mark no coin is named, for none moves', async () => {
    const said = await sheetOf({ terms: { line: 'acceleration', boost: '1.0', ...oneCoin }, sideUnits: 0n })
    expect(said).toContain('order.mark_cancel_note')
    expect(said).not.toMatch(/comes_back|USDT/)
  })

  it('of a gift its holder reads what is given up', async () => {
    const paying = { line: 'package', pays: 'ATMC', releasePerDay: '0.005', ...oneCoin } as const
    const gift = { baseUnits: 0n, sideUnits: 0n, valueUnits: 0n, promiseUnits: 20_000_000_000n }
    const said = await sheetOf({ terms: paying, ...gift })
    expect(said).toMatch(/order\.gift_cancel_note.*order\.gives_up.*200\.00\D*ATMC/)
    expect(said).not.toContain('comes_back')
    cleanup()
    expect(await sheetOf({ terms: paying, sideUnits: 0n })).toMatch(/order\.comes_back.*100\.00\D*USDT/)
  })
})
