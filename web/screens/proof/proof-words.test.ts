import { expect, it } from 'vitest'
import type { CoveredCoin } from '#features/proof/checks/check-reserves.ts'
import type { OwnAmount, OwnAnswer } from '#features/proof/checks/own-proof.ts'
import { type CheckedCompany, type Company, coverOf } from './company-cover.ts'
import { proofWords, wholePercent } from './proof-words.ts'
import type { OwnProof, PastCheck } from './use-own-proof.ts'

const day = '2026-11-21'
const epoch = '2026-11-22T00:00:00Z'
const soon = { now: '2026-11-22T12:00:00.000Z', demo: undefined }
const late = { now: '2026-11-23T02:00:01.000Z', demo: undefined }
const company: CheckedCompany = { is: 'right', day, epoch, lowest: '2.5724', short: undefined }
const amounts: readonly OwnAmount[] = [{ coin: 'USDT', kind: 'available', proven: '100', since: '0', shown: '100' }]
const keep = { day, digest: '', publicKey: '' }
const right = { is: 'right', day, epoch, root: '', amounts, compared: true, unproven: [], keep } as const
const checkOf = (answer: OwnAnswer, available = '0'): PastCheck => ({
  answer,
  at: '2026-11-22T11:00:00.000Z',
  question: {
    walletId: 'ANA0000000',
    mine: { latest: null, evidence: null, since: [], unrecorded: [] },
    statements: [],
    kept: undefined,
    shown: [{ coin: 'USDT', available, held: '0', inOrders: '0', promised: '0', inMarkets: '0' }],
  },
})
const checked = (answer: OwnAnswer, available?: string): OwnProof => ({
  is: 'checked',
  check: checkOf(answer, available),
})
const unchecked = (answer?: OwnAnswer): OwnProof => ({ is: 'unchecked', last: answer && checkOf(answer) })
const textsOf = (...given: Parameters<typeof proofWords>) => {
  const { tone, company, own, checked } = proofWords(...given)
  return [tone, company.text, own?.text, checked?.text]
}

it('says what is there for what is owed, and that one’s own is in it, while both are right and new', () => {
  expect(proofWords(company, checked(right), soon)).toEqual({
    tone: 'right',
    company: { text: 'home.house_right', ratio: '2.57' },
    own: { text: 'home.mine_right', amounts },
    checked: { text: 'home.checked_new', day },
  })
  expect(textsOf(company, undefined, soon)).toEqual(['right', 'home.house_right', undefined, 'home.checked_new'])
})

it('claims nothing before it was checked', () => {
  expect(textsOf({ is: 'checking' }, checked(right), soon)).toEqual([
    'checking',
    'home.house_checking',
    undefined,
    undefined,
  ])
  expect(textsOf(company, { is: 'checking' }, soon)).toEqual([
    'checking',
    'home.house_right',
    'home.proof_checking',
    undefined,
  ])
  expect(textsOf({ is: 'unchecked' }, unchecked(), soon)).toEqual([
    'part',
    'home.house_unchecked',
    'home.proof_unchecked',
    undefined,
  ])
  expect(textsOf({ is: 'none' }, checked(right), soon)).toEqual([
    'checking',
    'home.house_checking',
    undefined,
    undefined,
  ])
  expect(textsOf({ is: 'none' }, undefined, soon)).toEqual(['part', 'home.house_none', undefined, undefined])
})

it('is not wholly right while its age is not known, or it is old, or only new by a demo’s clock', () => {
  expect(textsOf(company, checked(right), undefined)).toEqual([
    'part',
    'home.house_right',
    'home.mine_right',
    'home.checked',
  ])
  expect(textsOf(company, checked(right), late)[3]).toBe('home.checked_old')
  expect(textsOf(company, checked(right), { ...late, demo: soon.now })[3]).toBe('home.checked_demo')
  expect(textsOf(company, checked(right), late)[0]).toBe('part')
})

it('is as old as the older of its two statements', () => {
  const older = { ...right, day: '2026-11-19', epoch: '2026-11-20T00:00:00Z' }
  expect(proofWords(company, checked(older), soon)).toMatchObject({
    tone: 'part',
    checked: { text: 'home.checked_old', day: '2026-11-19' },
  })
})

it('says less where less was compared, and since when it was not checked', () => {
  expect(textsOf(company, checked({ ...right, compared: false }), soon)).toEqual([
    'part',
    'home.house_right',
    'home.mine_partly',
    'home.checked_new',
  ])
  expect(textsOf(company, checked({ ...right, unproven: ['ATMC'] }), soon)[2]).toBe('home.mine_partly')
  expect(proofWords({ is: 'unchecked' }, unchecked(right), soon)).toMatchObject({
    tone: 'part',
    checked: { text: 'home.proof_since', moment: '2026-11-22T11:00:00.000Z' },
  })
})

it('says of coins that no statement has yet that the next one will have them, and nothing where there are none', () => {
  expect(textsOf(company, checked({ is: 'none' }, '5'), soon)).toEqual([
    'part',
    'home.house_right',
    'home.proof_later',
    'home.checked_new',
  ])
  expect(textsOf(company, checked({ ...right, amounts: [] }), soon)).toEqual([
    'right',
    'home.house_right',
    undefined,
    'home.checked_new',
  ])
})

it('is loud about every difference', () => {
  const wrong: OwnAnswer = { is: 'wrong', why: 'differs', detail: '', amounts }
  expect(textsOf(company, checked(wrong), soon).slice(0, 3)).toEqual(['bad', 'home.house_right', 'home.proof_wrong'])
  expect(textsOf(company, unchecked(wrong), soon)[0]).toBe('bad')
  expect(textsOf({ is: 'wrong' }, checked(right), soon).slice(0, 2)).toEqual(['bad', 'home.house_wrong'])
  const short: Company = { ...company, lowest: '0.98765', short: { coin: 'WLD', ratio: '0.98765' } }
  expect(proofWords(short, undefined, soon)).toMatchObject({
    tone: 'bad',
    company: { text: 'home.house_short', coin: 'WLD', ratio: '0.9876' },
  })
})

it('rounds what is there down, never up', () => {
  expect(['2.5799', '1', '1.00999', '0.99999', '0', '12.345'].map(wholePercent)).toEqual([
    '2.57',
    '1',
    '1',
    '0.9999',
    '0',
    '12.34',
  ])
})

it('takes the coin that has the least, and leaves out coins of which nothing is owed', () => {
  const coin = (name: string, ratio: string | null, covered = true): CoveredCoin => ({
    ...{ coin: name, ratio, covered, reserves: '1', owed: '1', venue: '0' },
  })
  expect(coverOf([coin('USDT', '2.57'), coin('WLD', null), coin('ATMC', '10')])).toEqual({
    lowest: '2.57',
    short: undefined,
  })
  expect(coverOf([coin('USDT', '9'), coin('WLD', '0.5', false)])).toEqual({
    lowest: '0.5',
    short: { coin: 'WLD', ratio: '0.5' },
  })
  expect(coverOf([coin('USDT', null)])).toEqual({ lowest: undefined, short: undefined })
})
