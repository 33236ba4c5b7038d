import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { alwaysOpen } from '#kit/time/opening.ts'
import {
  askedEntry,
  cancelledEntry,
  confirmedEntry,
  failedEntry,
  signedEntry,
  type WithdrawalTerms,
} from './withdrawal-entries.ts'
import { limitsOf, termsOf, withdrawalLimits } from './withdrawal-settings.ts'
import { decideWithdrawal, type Gates, leftOfDay, stageOf, type WithdrawalFacts, waitsOf } from './withdrawals.ts'

const usdt = (whole: number) => BigInt(whole) * unitsPerOne
const now = new Date('2026-11-21T12:00:00Z')
const limits = limitsOf(withdrawalLimits.initial)
const facts: WithdrawalFacts = {
  chain: 'bsc',
  coin: 'USDT',
  units: usdt(50),
  terms: termsOf({}, 'bsc', 'USDT'),
  limits,
  isConnected: true,
  opening: alwaysOpen,
  now,
  isBound: true,
  available: usdt(100_000),
  value: usdt(50),
  spent: { value: 0n, count: 0 },
  paidAtOnce: undefined,
}
const keyOf = (change: Partial<WithdrawalFacts>): string => {
  try {
    decideWithdrawal({ ...facts, ...change })
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

describe('asking for a withdrawal', () => {
  it('copies the fee of chain and coin', () => {
    expect(decideWithdrawal(facts)).toEqual({ fee: 30_000_000n, needsReview: false })
    expect(termsOf({}, 'eth', 'USDT')).toEqual({ minimum: usdt(20), fee: usdt(5) })
    const settings = { 'eth.USDT': { minimum: '30', fee: '2.5' } }
    expect(termsOf(settings, 'eth', 'USDT')).toEqual({ minimum: usdt(30), fee: 250_000_000n })
    expect(() => termsOf({}, 'bsc', 'WLD')).toThrow('funds.chain_coin')
  })

  it('is refused by name for each rule', () => {
    expect(keyOf({ isConnected: false })).toBe('funds.withdrawal_closed')
    expect(keyOf({ opening: { ...alwaysOpen, open: false } })).toBe('funds.withdrawal_closed')
    expect(keyOf({ opening: { ...alwaysOpen, closesAt: '09:00' } })).toBe('funds.withdrawal_wrong_time')
    expect(keyOf({ isBound: false })).toBe('funds.address_not_bound')
    expect(keyOf({ units: usdt(10) - 1n })).toBe('funds.withdrawal_below_minimum')
    expect(keyOf({ units: usdt(10) })).toBe('accepted')
    expect(keyOf({ available: usdt(50) - 1n })).toBe('balance.insufficient')
    expect(keyOf({ available: usdt(50) })).toBe('accepted')
  })

  it('takes 10,000 USDT value at once and 50,000 in 24 h, and no more', () => {
    expect(keyOf({ value: usdt(10_000) })).toBe('accepted')
    expect(keyOf({ value: usdt(10_000) + 1n })).toBe('funds.withdrawal_above_maximum')
    expect(keyOf({ value: usdt(1_000), spent: { value: usdt(49_000), count: 1 } })).toBe('accepted')
    expect(keyOf({ value: usdt(1_000), spent: { value: usdt(49_000) + 1n, count: 1 } })).toBe(
      'funds.withdrawal_day_limit',
    )
    expect(leftOfDay({ value: usdt(60_000), count: 1 }, limits)).toBe(0n)
  })

  it('is refused at once where what pays it never pays so much at once', () => {
    const paidAtOnce = usdt(49)
    expect(keyOf({ paidAtOnce })).toBe('funds.withdrawal_above_payout')
    // The fee is not paid out.
    expect(keyOf({ paidAtOnce, units: usdt(49) + 30_000_000n })).toBe('accepted')
    expect(keyOf({ paidAtOnce, units: usdt(49) + 30_000_001n })).toBe('funds.withdrawal_above_payout')
  })

  it('is never refused for lack of a price', () => {
    expect(keyOf({ value: undefined, units: usdt(90_000) })).toBe('accepted')
  })

  it('waits for the operator above 1,000 at once, 5,000 in 24 h, or the fifth in 24 h', () => {
    const review = (change: Partial<WithdrawalFacts>) => decideWithdrawal({ ...facts, ...change }).needsReview
    expect(review({ value: usdt(1_000) })).toBe(false)
    expect(review({ value: usdt(1_000) + 1n })).toBe(true)
    expect(review({ value: usdt(50), spent: { value: usdt(4_950), count: 3 } })).toBe(false)
    expect(review({ value: usdt(50), spent: { value: usdt(4_950) + 1n, count: 3 } })).toBe(true)
    expect(review({ spent: { value: 0n, count: 4 } })).toBe(false)
    expect(review({ spent: { value: 0n, count: 5 } })).toBe(true)
  })
})

describe('waiting', () => {
  const free: Gates = {
    payableFrom: addMs(now, -1),
    heldUntil: null,
    bannedUntil: null,
    isFrozen: false,
    needsReview: false,
    isApproved: false,
    reviewUntil: null,
    rushUntil: null,
    halts: [],
  }
  const later = addMs(now, dayMs)

  it('does not happen without a reason', () => {
    expect(waitsOf(free, now)).toEqual([])
    expect(stageOf(free, now)).toBe('sending')
  })

  it('names every reason with its end', () => {
    const gates = {
      ...free,
      payableFrom: later,
      heldUntil: addMs(now, hourMs),
      needsReview: true,
      halts: ['deep_reorg'],
    }
    expect(waitsOf(gates, now)).toEqual([
      { reason: 'new_address', until: later },
      { reason: 'security', until: addMs(now, hourMs) },
      { reason: 'review', until: null },
      { reason: 'chain', until: null },
    ])
  })

  it('names each reason for which a chain is halted once', () => {
    const halts = ['deep_reorg', 'books_short', 'books_stale', 'nonce_taken', 'hot_low', 'cap_full']
    expect(waitsOf({ ...free, halts }, now)).toEqual([
      { reason: 'chain', until: null },
      { reason: 'books', until: null },
      { reason: 'refill', until: null },
    ])
  })

  it('waits for a rush with its end, as under review, unless people approved it', () => {
    const gates = { ...free, rushUntil: later }
    expect(waitsOf(gates, now)).toEqual([{ reason: 'velocity', until: later }])
    expect(stageOf(gates, now)).toBe('reviewing')
    expect(stageOf(gates, later)).toBe('sending')
    expect(stageOf({ ...gates, needsReview: true, isApproved: true }, now)).toBe('sending')
  })

  it('is held first, reviewed next, then sent', () => {
    const gates = { ...free, heldUntil: later, needsReview: true }
    expect(stageOf(gates, now)).toBe('held')
    expect(stageOf(gates, later)).toBe('reviewing')
    expect(stageOf({ ...gates, isApproved: true }, now)).toBe('held')
    expect(stageOf({ ...gates, isApproved: true }, later)).toBe('sending')
  })

  it('ends a review that nobody made', () => {
    const gates = { ...free, needsReview: true, reviewUntil: later }
    expect(stageOf(gates, addMs(later, -1))).toBe('reviewing')
    expect(stageOf(gates, later)).toBe('sending')
  })

  it("lasts as long as the holder's own freeze", () => {
    const frozen = { ...free, isFrozen: true, heldUntil: later }
    expect(waitsOf(frozen, now)).toEqual([{ reason: 'frozen', until: null }])
    expect(stageOf(frozen, now)).toBe('held')
  })

  it('lasts as long as a ban of withdrawals, said as what it is', () => {
    const banned = { ...free, heldUntil: addMs(now, hourMs), bannedUntil: later }
    expect(waitsOf(banned, now)).toEqual([
      { reason: 'security', until: addMs(now, hourMs) },
      { reason: 'banned', until: later },
    ])
    expect(stageOf(banned, addMs(now, hourMs))).toBe('held')
    expect(stageOf(banned, later)).toBe('sending')
  })
})

describe('entries', () => {
  const units = fc.bigInt({ min: 2n, max: 10n ** 16n })
  const sum = (entries: readonly ReturnType<typeof askedEntry>[]) => {
    const balances = new Map<string, bigint>()
    for (const { from, to, units: moved } of entries.flatMap(({ postings }) => postings)) {
      const [source, target] = [from, to].map(({ owner, purpose }) => `${owner}.${purpose}`) as [string, string]
      balances.set(source, (balances.get(source) ?? 0n) - moved)
      balances.set(target, (balances.get(target) ?? 0n) + moved)
    }
    return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0n))
  }
  const terms = (amount: bigint, feeUnits: bigint): WithdrawalTerms => ({
    id: 7n,
    walletId: 'W' as WalletId,
    chain: 'bsc',
    coin: 'USDT',
    units: amount,
    feeUnits,
    receivedUnits: amount - feeUnits,
  })

  it('give everything back, or pay what was asked: to the last unit, for every amount and fee', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        const [fee, amount] = a < b ? [a - 1n, b] : [b - 1n, a + 1n]
        const each = terms(amount, fee)
        expect(sum([askedEntry(each, now), cancelledEntry(each, now)])).toEqual({})
        expect(sum([askedEntry(each, now), signedEntry(each, now), failedEntry(each, now)])).toEqual({})
        expect(sum([askedEntry(each, now), signedEntry(each, now), confirmedEntry(each, now)])).toEqual({
          'wallet:W.available': -amount,
          'outside:bsc.all': amount - fee,
          ...(fee > 0n ? { 'house.fees': fee } : {}),
        })
      }),
    )
  })

  it('charge a fee of one unit, and book none of nothing', () => {
    const fees = [1n, 0n].map((fee) => confirmedEntry(terms(9n, fee), now).postings.map((posting) => posting.units))
    expect(fees).toEqual([[8n, 1n], [9n]])
  })

  it('carry the record codes of the table', () => {
    const each = terms(usdt(50), 30_000_000n)
    const codes = (entry: { postings: readonly { code?: number }[] }) => entry.postings.map(({ code }) => code)
    expect(codes(askedEntry(each, now))).toEqual([3])
    expect(codes(signedEntry(each, now))).toEqual([3])
    expect(codes(confirmedEntry(each, now))).toEqual([undefined, 100])
    expect(codes(cancelledEntry(each, now))).toEqual([101])
    expect(codes(failedEntry(each, now))).toEqual([101, 101])
  })
})
