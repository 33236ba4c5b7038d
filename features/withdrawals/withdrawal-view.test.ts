import { describe, expect, it } from 'vitest'
import { addMs, hourMs } from '#kit/clock.ts'
import { showWithdrawal, type ViewFacts } from './withdrawal-view.ts'

const now = new Date('2026-11-21T12:00:00Z')
const facts: ViewFacts = {
  id: 7n,
  chain: 'bsc',
  coin: 'USDT',
  units: 5_000_000_000n,
  feeUnits: 30_000_000n,
  receivedUnits: 4_970_000_000n,
  address: '0xhome',
  remark: 'mine',
  state: 'sending',
  requestedAt: now,
  endedAt: null,
  letGoAt: now,
  hash: null,
  blockNumber: null,
  payableFrom: now,
  heldUntil: null,
  bannedUntil: null,
  isFrozen: false,
  needsReview: false,
  isApproved: false,
  reviewUntil: null,
  rushUntil: null,
  halts: [],
}
const network = { head: 110n, linkOf: (hash: string) => `https://explorer.test/${hash}` }

describe('a withdrawal as its owner sees it', () => {
  it('says what leaves the balance, what it costs and what arrives', () => {
    expect(showWithdrawal(facts, network, now)).toMatchObject({ id: 7, amount: '50', fee: '0.3', received: '49.7' })
  })

  it('waits only while nothing has been sent, and may be taken back only while it is held or reviewed', () => {
    const held: ViewFacts = { ...facts, state: 'held', payableFrom: addMs(now, hourMs) }
    const waits = [{ reason: 'new_address', until: addMs(now, hourMs).toISOString() }]
    expect(showWithdrawal(held, network, now)).toMatchObject({ waits, cancellable: true })
    expect(showWithdrawal({ ...held, state: 'confirming' }, network, now)).toMatchObject({
      waits: [],
      cancellable: false,
    })
    expect(showWithdrawal({ ...facts, halts: ['deep_reorg'] }, network, now).waits).toEqual([
      { reason: 'chain', until: null },
    ])
  })

  it('counts confirmations up to what is needed', () => {
    const sent: ViewFacts = { ...facts, state: 'confirming', hash: '0xab' }
    const depth = (change: Partial<ViewFacts>) => showWithdrawal({ ...sent, ...change }, network, now).confirmations
    expect(depth({})).toBe(0)
    expect(depth({ blockNumber: 110n })).toBe(1)
    expect(depth({ blockNumber: 100n })).toBe(11)
    expect(depth({ blockNumber: 10n })).toBe(15)
    expect(depth({ blockNumber: 111n })).toBe(0)
    expect(depth({ state: 'done', blockNumber: 110n, endedAt: now })).toBe(15)
  })

  it('links to the explorer once there is a transaction, where there is one', () => {
    expect(showWithdrawal({ ...facts, hash: '0xab' }, network, now).explorerUrl).toBe('https://explorer.test/0xab')
    expect(showWithdrawal(facts, network, now).explorerUrl).toBe('')
    expect(showWithdrawal({ ...facts, hash: '0xab' }, undefined, now).explorerUrl).toBe('')
  })
})
