// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { reads } from '#ui/use-call.ts'
import { RequestScreen } from './RequestScreen.tsx'
import { TransferForm } from './TransferForm.tsx'
import { testRules } from './test-rules.ts'
import { transferRules, transferTarget } from './transfers.contract.ts'
import type { TransferRules } from './typed-transfer.ts'

// Without a catalogue every text is its id.
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => reads.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rules = { ...testRules, available: '70', googleBound: false }
const know = (change: Partial<TransferRules> = {}) =>
  reads.setQueryData([transferRules.path, { coin: 'USDT' }], { ...rules, ...change })

describe('the page that asks for a payment', () => {
  it('shows link and code of a wallet that can be paid', () => {
    know()
    render(<RequestScreen coin="USDT" />)
    expect(screen.getByText('transfer.ask_copy')).toBeDefined()
    expect(screen.queryByText('transfer.ask_activate')).toBeNull()
  })

  it('shows none of a wallet that is not backed up, and leads to backing it up', () => {
    know({ activated: false })
    render(<RequestScreen coin="USDT" />)
    expect(screen.getByText('transfer.ask_activate')).toBeDefined()
    expect(screen.getByText('title.backup').closest('a')?.getAttribute('href')).toBe('#/pages/back/index')
    expect(screen.queryByText('transfer.ask_copy')).toBeNull()
    expect(screen.queryByLabelText('transfer.ask_qr')).toBeNull()
  })
})

describe('what a transfer still misses', () => {
  const receiverId = 'BWVWJ5GEZ3'
  const said = () => screen.queryByText('form.missing')
  const button = () => screen.getByText<HTMLButtonElement>('transfer.submit')
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('is what was not typed yet', () => {
    know()
    render(<TransferForm coin="USDT" to="" amount="" />)
    expect(said()).not.toBeNull()
    type('transfer.receiver', 'BWVWJ')
    type('transfer.amount', '5')
    expect(said()).not.toBeNull()
  })

  it('is not a receiver who was typed, whatever is answered', () => {
    know()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(<TransferForm coin="USDT" to={receiverId} amount="5" />)
    expect(said()).toBeNull()
    expect(button().disabled).toBe(true)
    // The amount is.
    type('transfer.amount', '')
    expect(said()).not.toBeNull()
  })

  it('is not an amount that breaks a rule, which its field says', () => {
    know()
    reads.setQueryData([transferTarget.path, { receiverId }], { receiverId, nickname: 'B…n', paidBefore: false })
    render(<TransferForm coin="USDT" to={receiverId} amount="500" />)
    expect(screen.getByRole('alert').textContent).toBe('transfer.rule.available')
    expect(said()).toBeNull()
    expect(button().disabled).toBe(true)
  })
})
