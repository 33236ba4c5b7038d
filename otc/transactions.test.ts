import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Sealed } from './details/methods.ts'
import { escrowOf, lockAdEntry, lockEscrowEntry, releaseEscrowEntry, returnAdEntry, splitEscrow } from './escrow.ts'
import { feeOf } from './otc-terms.ts'
import {
  decideCancel,
  decideDispute,
  decideEvidence,
  decidePaid,
  decideRelease,
  isOwnTurn,
  isUnpaid,
  ownTransaction,
  secondsToPay,
  type Transaction,
  type TransactionState,
} from './transactions.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const [ana, ben, eve] = ['ANA' as WalletId, 'BEN' as WalletId, 'EVE' as WalletId]
const now = new Date('2026-11-22T12:00:00Z')

const bought: Transaction = {
  id: 7n,
  adId: 1n,
  makerId: ana,
  takerId: ben,
  sellerId: ana,
  buyerId: ben,
  fiat: 'PKR',
  price: units('280'),
  units: units('100'),
  fiatUnits: units('28000'),
  method: 1,
  details: '' as Sealed,
  terms: '',
  state: 'initialised',
  takenAt: now,
  payUntil: addMs(now, 30 * minuteMs),
  paidAt: null,
  payer: null,
  endedAt: null,
  released: 0n,
  fee: 0n,
  returned: 0n,
}
const sold: Transaction = { ...bought, sellerId: ben, buyerId: ana }
const as = (state: TransactionState, transaction = bought): Transaction => ({ ...transaction, state })
function key(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return undefined
}

describe('who may do what, when', () => {
  it('the buyer says that they paid, in time', () => {
    expect(key(() => decidePaid(bought, ben, now))).toBeUndefined()
    expect(key(() => decidePaid(bought, ana, now))).toBe('otc.transaction_not_initialized')
    expect(key(() => decidePaid(as('paid'), ben, now))).toBe('otc.transaction_not_initialized')
    expect(key(() => decidePaid(as('closed'), ben, now))).toBe('otc.transaction_closed')
    expect(key(() => decidePaid(bought, ben, bought.payUntil))).toBe('otc.transaction_closed')
    expect(isUnpaid(bought, addMs(bought.payUntil, -1))).toBe(false)
    expect(isUnpaid(bought, bought.payUntil)).toBe(true)
    expect([
      secondsToPay(bought, now),
      secondsToPay(bought, addMs(bought.payUntil, 5)),
      secondsToPay(as('paid'), now),
    ]).toEqual([1_800, 0, 0])
    for (const state of ['paid', 'disputed', 'released', 'closed'] as const)
      expect(isUnpaid(as(state), addMs(bought.payUntil, 1e9))).toBe(false)
  })

  it('the buyer leaves before paying, and nobody afterwards', () => {
    expect(key(() => decideCancel(bought, ben))).toBeUndefined()
    expect(key(() => decideCancel(bought, ana))).toBe('otc.transaction_not_initialized')
    expect(key(() => decideCancel(as('paid'), ben))).toBe('otc.transaction_not_initialized')
    expect(key(() => decideCancel(as('released'), ben))).toBe('otc.transaction_closed')
  })

  it('the seller releases once it is paid, also while it is disputed, and says in whose name the money came', () => {
    const release = (state: TransactionState, change = {}) =>
      key(() =>
        decideRelease(as(state), {
          walletId: ana,
          payerName: 'Ben Khan',
          seenName: 'KHAN BEN',
          anyway: false,
          ...change,
        }),
      )
    expect(release('initialised')).toBe('otc.transaction_not_initialized')
    expect(release('paid')).toBeUndefined()
    expect(release('disputed')).toBeUndefined()
    expect(release('released')).toBe('otc.transaction_closed')
    expect(release('paid', { walletId: ben })).toBe('otc.transaction_not_initialized')
    expect(release('paid', { seenName: 'Ben Khаn' })).toBe('otc.payer_similar')
    expect(release('paid', { seenName: 'Chen Wei' })).toBe('otc.payer_other')
    expect(release('paid', { seenName: 'Chen Wei', anyway: true })).toBeUndefined()
  })

  it('either side disputes what is paid, and nobody else sees it', () => {
    expect(key(() => decideDispute(as('paid')))).toBeUndefined()
    expect(key(() => decideDispute(bought))).toBe('otc.transaction_not_initialized')
    expect(key(() => decideDispute(as('closed')))).toBe('otc.transaction_closed')
    expect(key(() => decideEvidence(as('disputed')))).toBeUndefined()
    expect(key(() => decideEvidence(as('paid')))).toBe('otc.transaction_not_initialized')
    expect(key(() => ownTransaction(bought, eve))).toBe('otc.transaction_missing')
    expect(key(() => ownTransaction(undefined, ana))).toBe('otc.transaction_missing')
    expect(ownTransaction(bought, ben)).toBe(bought)
  })

  it.each([
    ['initialised', [false, true]],
    ['paid', [true, false]],
    ['disputed', [true, true]],
    ['released', [false, false]],
    ['closed', [false, false]],
  ] as const)('wait for the seller or the buyer: %s', (state, turns) => {
    expect([ana, ben].map((walletId) => isOwnTurn({ ...bought, state }, walletId))).toEqual(turns)
  })
})

describe('the coins', () => {
  const said = (entry: ReturnType<typeof releaseEscrowEntry>) =>
    entry.postings.map(({ from, to, units: amount, code }) => `${from.owner} ${to.owner} ${amount} ${code}`)

  it('of a maker who sells: the buyer bears the fee', () => {
    expect(escrowOf(bought)).toBe(units('100'))
    expect(lockEscrowEntry(bought, now).postings).toEqual([])
    expect(said(releaseEscrowEntry(bought, splitEscrow(bought, bought.units), now))).toEqual([
      `wallet:ANA wallet:BEN ${units('99.8')} 22`,
      `wallet:ANA house ${units('0.2')} 23`,
    ])
    expect(releaseEscrowEntry(bought, splitEscrow(bought, 0n), now).postings).toEqual([])
  })

  it('of a taker who sells: more is held, and all of it comes back', () => {
    expect(said(lockEscrowEntry(sold, now))).toEqual([`wallet:BEN wallet:BEN ${units('100.2')} 21`])
    expect(said(releaseEscrowEntry(sold, splitEscrow(sold, sold.units), now))).toEqual([
      `wallet:BEN wallet:ANA ${units('100')} 22`,
      `wallet:BEN house ${units('0.2')} 23`,
    ])
    expect(said(releaseEscrowEntry(sold, splitEscrow(sold, 0n), now))).toEqual([
      `wallet:BEN wallet:BEN ${units('100.2')} 24`,
    ])
  })

  it('part without a rest, whatever is decided, and are movements of the table', () => {
    const dice = seededDice(20_261_122)
    for (let run = 0; run < 2_000; run += 1) {
      const quantity = BigInt(1 + dice.below(1_000_000_000)) * BigInt(1 + dice.below(900))
      const released = dice.pick([0n, quantity, BigInt(dice.below(1_000_000)) % (quantity + 1n)])
      for (const parties of [bought, sold]) {
        const transaction = { ...parties, units: quantity }
        const parts = splitEscrow(transaction, released)
        expect(parts.fee).toBe(feeOf(released))
        const moved = releaseEscrowEntry(transaction, parts, now).postings.reduce(
          (sum, posting) => sum + posting.units,
          0n,
        )
        expect(moved).toBe(parties === sold ? escrowOf(transaction) : released)
        for (const amount of [parts.received, parts.returned, parts.fee]) expect(amount >= 0n).toBe(true)
      }
    }
    for (const entry of [
      lockAdEntry({ id: 1n, makerId: ana }, 5n, now),
      returnAdEntry({ id: 1n, makerId: ana }, 5n, now),
      lockEscrowEntry(sold, now),
      releaseEscrowEntry(bought, splitEscrow(bought, units('40')), now),
      releaseEscrowEntry(sold, splitEscrow(sold, units('40')), now),
    ])
      expect(() => checkEntry(entry)).not.toThrow()
  })
})
