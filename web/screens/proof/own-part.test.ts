import { describe, expect, it } from 'vitest'
import type { OwnAnswer } from '#features/proof/checks/own-proof.ts'
import { ownPartOf } from './own-part.ts'
import type { OwnProof } from './own-proof-store.ts'

const amount = { coin: 'USDT', kind: 'available', proven: '100', since: '0', shown: '100' } as const
const right: Extract<OwnAnswer, { is: 'right' }> = {
  is: 'right',
  day: '2026-11-22',
  epoch: '2026-11-23T00:00:00Z',
  root: '00',
  amounts: [amount, { ...amount, kind: 'held', proven: '0.5' }],
  compared: true,
  unproven: [],
  keep: { day: '2026-11-22', digest: '', publicKey: '' },
}
const question = {
  walletId: 'ANA',
  mine: { latest: null, evidence: null, since: [], unrecorded: [] },
  statements: [],
  kept: undefined,
  shown: [],
}
const checked = (answer: OwnAnswer): OwnProof => ({ is: 'checked', check: { answer, question, at: '' } })
const wrong: OwnAnswer = { is: 'wrong', why: 'tree', detail: '', amounts: [] }

describe('what the answer says of one’s own coins', () => {
  it('is that they are included, coin by coin, where every figure was checked', () => {
    expect(ownPartOf('ANA', checked(right))).toEqual({ is: 'right', amounts: [{ coin: 'USDT', amount: '100.5' }] })
  })

  it('is nothing where not all of it was compared, or nothing could be checked', () => {
    expect(ownPartOf('ANA', checked({ ...right, compared: false }))).toEqual({ is: 'open' })
    expect(ownPartOf('ANA', checked({ ...right, unproven: ['WLD'] }))).toEqual({ is: 'open' })
    expect(ownPartOf('ANA', { is: 'unchecked', last: undefined })).toEqual({ is: 'open' })
    expect(ownPartOf('ANA', { is: 'unchecked', last: { answer: right, question, at: '' } })).toEqual({ is: 'open' })
    expect(ownPartOf('ANA', { is: 'checking' })).toEqual({ is: 'waiting' })
  })

  it('keeps a difference that was found, also where the next look fails', () => {
    expect(ownPartOf('ANA', checked(wrong))).toEqual({ is: 'wrong' })
    expect(ownPartOf('ANA', { is: 'unchecked', last: { answer: wrong, question, at: '' } })).toEqual({ is: 'wrong' })
  })

  it('says that there were no coins, and nothing to somebody who is not signed in', () => {
    expect(ownPartOf('ANA', checked({ ...right, amounts: [] }))).toEqual({ is: 'none' })
    expect(ownPartOf('ANA', checked({ is: 'none' }))).toEqual({ is: 'none' })
    expect(ownPartOf('', checked(right))).toEqual({ is: 'out' })
  })
})
