import { describe, expect, it } from 'vitest'
import { justCredited, justSeen, pollMs, type ShownDeposit } from './payments.ts'

const payment = (id: number, state: ShownDeposit['state']): ShownDeposit => ({
  id,
  payments: 1,
  chain: 'bsc',
  coin: 'USDT',
  amount: '500',
  state,
  confirmations: 3,
  confirmationsNeeded: 15,
  secondsLeft: null,
  late: false,
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  hash: '0xabc',
  explorerUrl: '',
  seenAt: '2026-11-21T10:00:00.000Z',
  creditedAt: null,
})

describe('payments on their way', () => {
  it('are read every two seconds while one confirms, every five while none does', () => {
    expect(pollMs([payment(2, 'confirming'), payment(1, 'credited')])).toBe(2000)
    expect(pollMs([payment(2, 'collecting'), payment(1, 'credited')])).toBe(5000)
    expect(pollMs([])).toBe(5000)
  })
  it('are announced once, when they become credited before one’s eyes', () => {
    const before = [payment(3, 'confirming'), payment(2, 'collecting'), payment(1, 'credited')]
    const now = [payment(3, 'credited'), payment(2, 'credited'), payment(1, 'credited')]
    expect(justCredited(before, now).map(({ id }) => id)).toEqual([3, 2])
    expect(justCredited(now, now)).toEqual([])
  })
  it('are not announced when they were credited before the first look, or vanish with their block', () => {
    expect(justCredited([], [payment(1, 'credited')])).toEqual([])
    expect(justCredited([payment(1, 'confirming')], [])).toEqual([])
    expect(justCredited([payment(1, 'credited')], [payment(1, 'orphaned')])).toEqual([])
  })
  it('are announced when the chain shows them for the first time, but not at the first look', () => {
    const now = [payment(2, 'confirming'), payment(1, 'credited')]
    expect(justSeen([payment(1, 'credited')], now).map(({ id }) => id)).toEqual([2])
    expect(justSeen(undefined, now)).toEqual([])
    expect(justSeen(now, now)).toEqual([])
  })
})
