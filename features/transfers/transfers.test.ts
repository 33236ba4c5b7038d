import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { alwaysOpen } from '#kit/time/opening.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import { limitsOf, transferLimits } from './transfer-settings.ts'
import { decideReceiver, decideTransfer, type TransferFacts, transferEntry } from './transfers.ts'

const now = new Date('2026-11-22T12:00:00Z')
const [me, you] = ['7F3K91ACD2', '0000000000'] as WalletId[] as [WalletId, WalletId]
const usdt = (whole: number): bigint => BigInt(Math.round(whole * 100)) * 1_000_000n
const facts = (change: Partial<TransferFacts> = {}): TransferFacts => ({
  coin: 'USDT',
  units: usdt(50),
  value: change.units ?? usdt(50),
  available: usdt(100_000),
  limits: limitsOf(transferLimits.initial),
  opening: alwaysOpen,
  now,
  heldUntil: null,
  withdrawalBan: undefined,
  isPaidBefore: false,
  ...change,
})
const refusalOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return 'none'
}
const refused = (change: Partial<TransferFacts>) => refusalOf(() => decideTransfer(facts(change)))

describe('whom one can pay', () => {
  const receiver = { id: you, activatedAt: now, bannedAt: null }
  const ask = (change: Partial<typeof receiver> | undefined, scope: 'any' | 'team' = 'any', isInTeam = false) =>
    refusalOf(() => decideReceiver(me, change && ({ ...receiver, ...change } as never), scope, isInTeam))

  it('is any activated wallet but one’s own', () => {
    expect(ask({})).toBe('none')
    expect(ask({ id: me })).toBe('funds.receiver_not_valid')
  })

  it('is told the same of a wallet that does not exist and one that was never activated', () => {
    expect(ask(undefined)).toBe('funds.receiver_unknown')
    expect(ask({ activatedAt: null } as never)).toBe('funds.receiver_unknown')
  })

  it('is no suspended wallet, and nobody outside the own team where only that is allowed', () => {
    expect(ask({ bannedAt: now } as never)).toBe('funds.receiver_not_valid')
    expect(ask({}, 'team')).toBe('funds.receiver_not_in_team')
    expect(ask({}, 'team', true)).toBe('none')
  })
})

describe('a transfer', () => {
  it('is worth 1 to 10,000 USDT', () => {
    expect(refused({ units: usdt(0.99) })).toBe('funds.transfer_amount')
    expect(refused({ units: usdt(1) })).toBe('none')
    expect(refused({ units: usdt(10_000) })).toBe('none')
    expect(refused({ units: usdt(10_000.01) })).toBe('funds.transfer_amount')
  })

  it('never takes more than there is', () => {
    expect(refused({ available: usdt(49.99) })).toBe('balance.insufficient')
    expect(refused({ available: usdt(50) })).toBe('none')
  })

  it('waits for its switch and its window', () => {
    expect(refused({ opening: { ...alwaysOpen, open: false } })).toBe('funds.transfer_closed')
    const evening = { open: true, opensAt: '18:00', closesAt: '24:00' }
    expect(refused({ opening: evening })).toBe('funds.transfer_wrong_time')
    expect(refused({ opening: evening, now: new Date('2026-11-22T18:00:00Z') })).toBe('none')
  })

  it('goes only to wallets paid before while a security change is fresh', () => {
    const heldUntil = addMs(now, dayMs)
    expect(refused({ heldUntil })).toBe('funds.transfer_held')
    expect(refused({ heldUntil, isPaidBefore: true })).toBe('none')
    expect(refused({ heldUntil: now })).toBe('none')
  })

  it('is no way around a ban of withdrawals', () => {
    const ban = (until: Date) => ({ withdrawalBan: { until, reason: 'checked' }, isPaidBefore: true })
    expect(refused(ban(addMs(now, 1)))).toBe('identity.withdrawal_banned')
    expect(refused(ban(now))).toBe('none')
  })

  it('is a movement of the table, whole, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), (units) => {
        const entry = transferEntry({ id: 7n, key: 'k', from: me, to: you, coin: 'ATMC', units }, now)
        checkEntry(entry)
        expect(entry.postings).toMatchObject([{ units, code: 4 }])
      }),
    )
  })
})
