// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShownWithdrawal } from '#custody/payments/waits/steps.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { reads } from '#ui/call/use-call.ts'
import type { WithdrawalRules } from './typed-amount.ts'
import { WithdrawalForm } from './WithdrawalForm.tsx'
import { WithdrawalStatus } from './WithdrawalStatus.tsx'
import { withdrawalRules, withdrawals } from './withdrawals.contract.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => reads.clear())
afterEach(cleanup)

const rules: WithdrawalRules = {
  chain: 'bsc',
  coin: 'USDT',
  open: true,
  opensAt: '00:00',
  closesAt: '24:00',
  closing: null,
  minimum: '10',
  fee: '0.3',
  available: '400',
  most: null,
  ownShare: null,
  maximumValue: '10000',
  dayLimitValue: '50000',
  dayLeftValue: '50000',
  price: '1',
  reviewAboveValue: '1000',
  reviewAboveDayValue: '5000',
  reviewAboveCount: 5,
  dayCount: 0,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  remark: 'Ledger',
  simulated: false,
  googleBound: true,
  stop: null,
  waits: [{ reason: 'security', until: '2026-11-22T12:00:00.000Z' }],
  usual: { sentSeconds: 20, slowSeconds: 400, arrivalSeconds: 12 },
  late: false,
}
const withdrawal: ShownWithdrawal = {
  id: 7,
  chain: 'bsc',
  coin: 'USDT',
  amount: '50',
  fee: '0.3',
  received: '49.7',
  address: rules.address ?? '',
  remark: 'Ledger',
  state: 'held',
  refusal: '',
  waits: [],
  cancellable: true,
  confirmations: 0,
  confirmationsNeeded: 15,
  secondsLeft: null,
  late: false,
  hash: '',
  explorerUrl: '',
  requestedAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
}

describe('the page of a new withdrawal', () => {
  const show = (change: Partial<WithdrawalRules>) => {
    const data: OutputOf<typeof withdrawalRules> = { ...rules, ...change }
    reads.setQueryData([withdrawalRules.path, { chain: 'bsc', coin: 'USDT' }], data)
    render(<WithdrawalForm chain="bsc" coin="USDT" />)
  }

  it('says how long it usually takes only where nothing holds it', () => {
    show({ waits: [] })
    for (const said of ['usual.sent', 'usual.within', 'usual.arrives', 'usual.after'])
      expect(screen.getByText(said)).toBeDefined()
  })

  it('gives no figure while the chain is late, and none beside a reason to wait', () => {
    show({ waits: [], late: true })
    expect(screen.getByText('usual.late')).toBeDefined()
    expect(screen.queryByText(/usual\.(within|after)/)).toBeNull()
    cleanup()
    show({})
    expect(screen.queryByText(/usual\./)).toBeNull()
  })

  it('says both to who has no address yet: the wait of a new one, and how long it usually takes', () => {
    const waits = [{ reason: 'new_address', until: '2026-11-22T12:00:00.000Z' }] as const
    show({ address: null, waits: [...waits] })
    for (const said of ['address.wait', 'usual.sent', 'usual.arrives']) expect(screen.getByText(said)).toBeDefined()
    cleanup()
    show({ waits: [...waits] })
    expect(screen.queryByText(/usual\./)).toBeNull()
  })

  it('says what is missing only while nothing is typed', () => {
    show({})
    const type = (value: string) => fireEvent.change(screen.getByLabelText('withdraw.amount'), { target: { value } })
    const button = () => screen.getByText<HTMLButtonElement>('withdraw.submit')
    expect(screen.getByText('form.missing')).toBeDefined()
    type('500')
    expect(screen.getByRole('alert').textContent).toBe('withdraw.rule.available')
    expect(screen.queryByText('form.missing')).toBeNull()
    expect(button().disabled).toBe(true)
    type('50')
    expect(button().disabled).toBe(false)
  })

  it('says that one can ask and wait, where that is so', () => {
    show({})
    expect(screen.getByText(/withdraw\.wait\.security/)).toBeDefined()
    expect(screen.getByText('withdraw.waits')).toBeDefined()
  })

  it('asks again while a wait has no known end, and not while each has one', async () => {
    const asked = vi.fn(() => new Promise<Response>(() => undefined))
    vi.stubGlobal('fetch', asked)
    vi.useFakeTimers()
    const askedWithin = async (ms: number) => {
      asked.mockClear()
      await act(() => vi.advanceTimersByTimeAsync(ms))
      return asked.mock.calls.length > 0
    }
    try {
      show({})
      expect(await askedWithin(60_000)).toBe(false)
      cleanup()
      show({ waits: [{ reason: 'chain', until: null }] })
      expect(await askedWithin(11_000)).toBe(true)
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  })

  it('does not say so while it is closed', () => {
    show({ open: false, opensAt: '08:00', closesAt: '20:00' })
    expect(screen.getByText('withdraw.wrong_time')).toBeDefined()
    expect(screen.queryByText('withdraw.waits')).toBeNull()
  })

  it('says until when an operator closed it, and why', () => {
    show({ open: false, closing: { until: '2026-12-01T00:00:00.000Z', reason: 'A node is down' } })
    expect(screen.getByText('withdraw.closed')).toBeDefined()
    expect(screen.getByText('state.closed_until')).toBeDefined()
    expect(screen.getByText('A node is down')).toBeDefined()
  })

  it('says that nothing can be asked for, why, and where to go, of a frozen wallet and of a banned one', () => {
    show({ stop: { by: 'freeze', reason: '', until: null } })
    expect(screen.getByText('withdraw.frozen')).toBeDefined()
    expect(screen.getByText('withdraw.to_security').closest('a')?.getAttribute('href')).toBe('#/pages/my/security')
    expect(screen.queryByText('withdraw.waits')).toBeNull()
    cleanup()
    show({ stop: { by: 'ban', reason: 'Asked for by a court', until: '2026-12-01T00:00:00.000Z' } })
    expect(screen.getByText('withdraw.banned')).toBeDefined()
    expect(screen.getByText('Asked for by a court')).toBeDefined()
    expect(screen.getByText('support.write').closest('a')?.getAttribute('href')).toBe('#/pages/chat/index')
  })
})

describe('the page of one withdrawal', () => {
  const show = (change: Partial<ShownWithdrawal>) => {
    const data: OutputOf<typeof withdrawals> = { items: [{ ...withdrawal, ...change }], next: '' }
    reads.setQueryData([withdrawals.path, { id: '7' }], data)
    render(<WithdrawalStatus id="7" />)
  }

  it('tells one that was taken back from one that was refused, with the reason', () => {
    show({ state: 'cancelled', cancellable: false })
    expect(screen.getByText('withdraw.cancelled_note')).toBeDefined()
    cleanup()
    show({ state: 'cancelled', cancellable: false, refusal: 'Stolen coins' })
    expect(screen.getByText('withdraw.state.refused')).toBeDefined()
    expect(screen.getByText('withdraw.refused_note')).toBeDefined()
    expect(screen.getByText('Stolen coins')).toBeDefined()
    expect(screen.queryByText('withdraw.cancelled_note')).toBeNull()
  })

  it('names the end of every wait but a freeze, which its holder ends', () => {
    show({
      waits: [
        { reason: 'frozen', until: null },
        { reason: 'refill', until: null },
      ],
    })
    expect(screen.getByText(/withdraw\.wait\.frozen/)).toBeDefined()
    expect(screen.getAllByText('withdraw.until_open')).toHaveLength(1)
  })
})
