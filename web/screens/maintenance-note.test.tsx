// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { MaintenanceNote } from './MaintenanceNote.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const maintenance = { from: '2026-11-22T12:00:00.000Z', until: '2026-11-22T14:00:00.000Z', reason: 'new disks' }

it('says the window, why, and what works all the same, before and while it goes on; nothing without one', () => {
  render(<MaintenanceNote config={{ now: '2026-11-22T12:00:00.000Z', maintenance }} />)
  for (const text of ['home.maintenance_now', 'home.maintenance_window', 'new disks', 'home.maintenance_open'])
    expect(screen.getByText(text)).toBeDefined()
  cleanup()
  render(<MaintenanceNote config={{ now: '2026-11-22T11:59:59.000Z', maintenance }} />)
  expect(screen.getByText('home.maintenance_soon')).toBeDefined()
  cleanup()
  render(<MaintenanceNote config={{ now: '2026-11-22T12:00:00.000Z', maintenance: null }} />)
  expect(screen.queryByRole('status')).toBeNull()
})

it('says the repair after an attack in the words of the reader, and any other reason as it was written', () => {
  const now = maintenance.from
  render(<MaintenanceNote config={{ now, maintenance: { ...maintenance, reason: 'attack' } }} />)
  expect(screen.getByText('home.maintenance_attack')).toBeDefined()
  expect(screen.queryByText('attack')).toBeNull()
})
