// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { reads } from '#ui/call/use-call.ts'
import type { Reservation } from './ReservationCard.tsx'
import { Reservations } from './Reservations.tsx'
import { listReservations } from './reservations.contract.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  reads.clear()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no')))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reservation = (orderId: number, changes: Partial<Reservation> = {}): Reservation => ({
  orderId,
  productId: 7,
  line: 'dual',
  state: 'queued',
  base: 'USDT',
  side: 'ATMC',
  amount: String(orderId),
  value: '100',
  days: 7,
  reinvest: false,
  prepaid: '1',
  credit: '100',
  rank: 1,
  reservedAt: '2026-11-21T12:00:00.000Z',
  dueAt: null,
  bestUntil: null,
  payUntil: null,
  paidAt: null,
  overAt: null,
  stopped: null,
  balance: '99',
  sideAmount: null,
  sideMost: null,
  bonus: '0',
  startsAt: null,
  ...changes,
})
const closed = { state: 'closed', overAt: '2026-11-22T12:00:00.000Z', rank: null } as const

function show(open: Reservation[], over: Reservation[], next = ''): void {
  const limits = { credit: '900', creditMost: '50000' }
  const page = (items: Reservation[], more: string) => ({ pages: [{ items, next: more, ...limits }], pageParams: [''] })
  reads.setQueryData([listReservations.path, 'pages', { state: 'open' }], page(open, ''))
  reads.setQueryData([listReservations.path, 'pages', { state: 'over' }], page(over, next))
  render(<Reservations />)
}

const amounts = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent?.trim())

it('lists the one that waits for its holder first, then those in the queue, then what is over', () => {
  show([reservation(9), reservation(8, { state: 'due', rank: null })], [reservation(10, closed)])
  expect(amounts()).toEqual(['8.00 USDT', '9.00 USDT', 'queue.over', '10.00 USDT'])
  expect(screen.getByRole('button', { name: 'reserve.pay' })).toBeDefined()
})

it('says in place of the payment that a coin is not sold now; the place can be given up all the same', () => {
  show([reservation(8, { state: 'due', rank: null, stopped: 'ATMC' })], [])
  expect(screen.getByText('reserve.stopped')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'reserve.pay' })).toBeNull()
  expect(screen.getByRole('button', { name: 'reserve.give_up' })).toBeDefined()
})

it('says before the balance is paid what auto-reinvest, as it was chosen, means', () => {
  show([reservation(8, { state: 'due', rank: null, sideAmount: '80', sideMost: '80.4' })], [])
  fireEvent.click(screen.getByRole('button', { name: 'reserve.pay' }))
  expect(screen.getByText('reinvest.off_general')).toBeDefined()
})

it('goes on to the next page', () => {
  show(
    [],
    Array.from({ length: 20 }, (_, place) => reservation(50 - place, closed)),
    '31',
  )
  expect(screen.getByRole('button', { name: 'list.more' })).toBeDefined()
})

it('says once that nothing is reserved', () => {
  show([], [])
  expect(screen.getAllByText('queue.none')).toHaveLength(1)
})

it('shows a dash where the credit limit could not be read', async () => {
  render(<Reservations />)
  await screen.findByText('—')
})
