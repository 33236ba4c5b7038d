// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { reads } from '#ui/call/use-call.ts'
import { wantedScreen } from '#ui/shell/navigation.ts'
import { RequestScreen } from './request/RequestScreen.tsx'
import { TransferForm } from './TransferForm.tsx'
import { testRules } from './test-rules.ts'
import { transferRules, transfers, transferTarget } from './transfers.contract.ts'
import type { TransferRules } from './typed-transfer.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => reads.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rules = { ...testRules, available: '70', googleBound: false }
const know = (change: Partial<TransferRules> = {}) =>
  reads.setQueryData([transferRules.path, { coin: 'USDT' }], { ...rules, ...change })

const receiverId = 'BWVWJ5GEZ3'
const receiver = { receiverId, nickname: 'B…n', paidBefore: false }
const asked = { to: receiverId as WalletId, coin: 'USDT', amount: '5' } as const
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const refuse = (key: string) =>
  act(async () => {
    const query = reads.getQueryCache().find({ queryKey: [transferTarget.path, { receiverId }] })
    query?.setState({ status: 'error', error: new CallFailure(400, key), fetchStatus: 'idle' })
  })

describe('the page that asks for a payment', () => {
  it('shows link and code of a wallet that can be paid', () => {
    know()
    render(<RequestScreen coin="USDT" />)
    expect(screen.getByText('transfer.ask_copy')).toBeDefined()
    expect(screen.queryByText('transfer.ask_activate')).toBeNull()
  })

  it('shows none of a wallet that is not backed up, leads to the backup, and from there back', () => {
    know({ activated: false })
    location.hash = '#/pages/wallet/conver?view=ask&coin=WLD'
    dispatchEvent(new HashChangeEvent('hashchange'))
    render(<RequestScreen coin="USDT" />)
    expect(screen.getByText('transfer.ask_activate')).toBeDefined()
    expect(screen.queryByText('transfer.ask_copy')).toBeNull()
    expect(screen.queryByLabelText('transfer.ask_qr')).toBeNull()
    fireEvent.click(screen.getByText('title.backup'))
    expect(location.hash).toBe('#/pages/back/index')
    expect(wantedScreen()).toEqual({ path: '/pages/wallet/conver', query: { view: 'ask', coin: 'WLD' } })
  })
})

describe('choosing whom to pay', () => {
  it('comes before the amount, and a person who was paid before is one press away', () => {
    know()
    const paid = { id: 3, direction: 'out', coin: 'USDT', amount: '1', remark: '', at: '2026-11-28T10:00:00.000Z' }
    reads.setQueryData([transfers.path, { direction: 'out' }], { items: [{ ...receiver, ...paid }], next: '' })
    render(<TransferForm coin="WLD" link={undefined} />)
    expect(screen.queryByLabelText('transfer.amount')).toBeNull()
    fireEvent.click(screen.getByText('B…n'))
    expect(location.hash).toBe(`#/pages/wallet/conver?coin=WLD&to=${receiverId}`)
  })

  it('takes a pasted link whole, and nothing of one that is broken', () => {
    know()
    render(<TransferForm coin="USDT" link={undefined} />)
    type('transfer.receiver', `https://w.example/#/pages/wallet/conver?coin=WLD&to=${receiverId}&amount=2.5`)
    expect(location.hash).toBe(`#/pages/wallet/conver?coin=WLD&to=${receiverId}&amount=2.5`)
    type('transfer.receiver', `https://w.example/#/pages/wallet/conver?coin=WLD&to=${receiverId}&amount=2,5`)
    expect(screen.getByRole('alert').textContent).toBe('link.broken')
    expect(screen.queryByLabelText('transfer.amount')).toBeNull()
    expect(location.hash).toBe(`#/pages/wallet/conver?coin=WLD&to=${receiverId}&amount=2.5`)
  })

  it('says that an opened link is broken, and fills in nothing', () => {
    know()
    render(<TransferForm coin="USDT" link="broken" />)
    expect(screen.getByRole('alert').textContent).toBe('link.broken')
    expect(screen.getByLabelText<HTMLInputElement>('transfer.receiver').value).toBe('')
  })
})

describe('what a transfer still misses', () => {
  const said = () => screen.queryByText('form.missing')
  const button = () => screen.getByText<HTMLButtonElement>(/^transfer\.(submit|send)$/)

  it('is the amount, once it is known whom to pay', () => {
    know()
    render(<TransferForm coin="USDT" link={undefined} />)
    type('transfer.receiver', 'BWVWJ')
    expect(screen.queryByText('transfer.submit')).toBeNull()
    type('transfer.receiver', receiverId)
    expect(said()).not.toBeNull()
    expect(button().disabled).toBe(true)
  })

  it('is not a receiver who was asked about and not answered', () => {
    know()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(<TransferForm coin="USDT" link={asked} />)
    expect(said()).toBeNull()
    expect(button().disabled).toBe(true)
    type('transfer.amount', '')
    expect(said()).not.toBeNull()
  })

  it('is not an amount that breaks a rule, which its field says', () => {
    know()
    reads.setQueryData([transferTarget.path, { receiverId }], receiver)
    render(<TransferForm coin="USDT" link={{ ...asked, amount: '500' }} />)
    expect(screen.getByRole('alert').textContent).toBe('transfer.rule.available')
    expect(said()).toBeNull()
    expect(button().disabled).toBe(true)
  })

  it('is said at the button of a receiver who cannot be paid, with a way to invite, and is nothing once the wallet can be', async () => {
    know()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(<TransferForm coin="USDT" link={asked} />)
    await refuse('funds.receiver_unknown')
    await screen.findByText('transfer.not_yet', undefined, { timeout: patienceMs })
    expect(screen.getByText('transfer.invite')).toBeDefined()
    expect(button().disabled).toBe(true)
    reads.setQueryData([transferTarget.path, { receiverId }], receiver)
    await waitFor(() => expect(screen.queryByText('transfer.not_yet')).toBeNull(), { timeout: patienceMs })
    expect(screen.queryByText('transfer.invite')).toBeNull()
    expect(button().disabled).toBe(false)
  })

  it('is said at the button of a wallet that nobody can be invited to', async () => {
    know()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(<TransferForm coin="USDT" link={asked} />)
    await refuse('funds.receiver_not_valid')
    await screen.findByText('transfer.cannot', undefined, { timeout: patienceMs })
    expect(screen.queryByText('transfer.invite')).toBeNull()
  })
})
