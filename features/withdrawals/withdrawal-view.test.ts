import { describe, expect, it } from 'vitest'
import { addMs, hourMs } from '#kit/time/clock.ts'
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
  it('names why it was refused, its transaction and its end, where there are any', () => {
    expect(showWithdrawal(facts, network, now)).toMatchObject({ refusal: '', hash: '', endedAt: null })
    const refused = { ...facts, refusal: 'duplicate', hash: '0xab', endedAt: addMs(now, hourMs) }
    expect(showWithdrawal(refused, network, now)).toMatchObject({
      refusal: 'duplicate',
      hash: '0xab',
      endedAt: '2026-11-21T13:00:00.000Z',
    })
  })

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

  it('says how long it usually takes while nothing holds it, and when it is late', () => {
    const wait = { middle: 60_000, slow: 120_000 }
    const left = (changes: Partial<ViewFacts>, isLate = false) => {
      const usual = { pace: { blockMs: 1_000, isLate }, wait }
      const { secondsLeft, late } = showWithdrawal({ ...facts, ...changes }, { ...network, usual }, now)
      return { secondsLeft, late }
    }
    // A minute until sending, and 15 blocks of one second.
    expect(left({})).toEqual({ secondsLeft: 75, late: false })
    expect(left({ halts: ['deep_reorg'] })).toEqual({ secondsLeft: null, late: false })
    expect(left({}, true)).toEqual({ secondsLeft: null, late: true })
    expect(showWithdrawal(facts, network, now)).toMatchObject({ secondsLeft: null, late: false })
  })

  it('counts no confirmation of a chain nothing is known of', () => {
    const sent: ViewFacts = { ...facts, state: 'confirming', hash: '0xab', blockNumber: 1n }
    expect(showWithdrawal(sent, undefined, now).confirmations).toBe(0)
  })

  it('links to the explorer once there is a transaction, where there is one', () => {
    expect(showWithdrawal({ ...facts, hash: '0xab' }, network, now).explorerUrl).toBe('https://explorer.test/0xab')
    expect(showWithdrawal(facts, network, now).explorerUrl).toBe('')
    expect(showWithdrawal({ ...facts, hash: '0xab' }, undefined, now).explorerUrl).toBe('')
  })
})
