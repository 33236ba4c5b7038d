// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OwnAmount, OwnAnswer } from '#features/proof/checks/own-proof.ts'
import { ProofStatus } from './ProofStatus.tsx'
import { type JudgedAt, judgedAt } from './proof-age.ts'
import type { OwnProof, PastCheck } from './use-own-proof.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const epoch = '2026-11-22T00:00:00Z'
const [soon, late] = ['2026-11-22T12:00:00.000Z', '2026-11-23T02:00:01.000Z']
const amounts: readonly OwnAmount[] = [{ coin: 'USDT', kind: 'available', proven: '100', since: '0', shown: '100' }]
const keep = { day: '2026-11-21', digest: '', publicKey: '' }
const right = {
  is: 'right',
  day: '2026-11-21',
  epoch,
  root: '0'.repeat(64),
  amounts,
  compared: true,
  unproven: [],
  keep,
} as const
const wrong = { is: 'wrong', why: 'differs', detail: 'available USDT', amounts } as const
const checkOf = (answer: OwnAnswer): PastCheck => ({
  answer,
  at: '2026-11-22T11:00:00.000Z',
  question: {
    walletId: 'ANA0000000',
    mine: { latest: null, evidence: null, since: [], unrecorded: [] },
    statements: [],
    kept: undefined,
    shown: [],
  },
})
const checked = (answer: OwnAnswer): OwnProof => ({ is: 'checked', check: checkOf(answer) })
const unchecked = (answer: OwnAnswer): OwnProof => ({ is: 'unchecked', last: checkOf(answer) })

const at = (now: string, demo?: string): JudgedAt => ({ now, demo })

const iconOf = (proof: OwnProof, now: string | null = soon): string => {
  const { container } = render(<ProofStatus proof={proof} now={now === null ? undefined : at(now)} />)
  const found = container.querySelector('svg')?.outerHTML ?? ''
  cleanup()
  return found
}

const textsOf = (proof: OwnProof, now: JudgedAt | undefined = at(soon)): string[] => {
  const { container } = render(<ProofStatus proof={proof} now={now} />)
  const said = container.textContent ?? ''
  cleanup()
  return ['right', 'partly', 'old', 'demo', 'later', 'since', 'unchecked', 'wrong'].filter((name) =>
    said.includes(`home.proof_${name}`),
  )
}

it('says that one’s coins are proven, and nothing else, while they are', () => {
  expect(textsOf(checked(right))).toEqual(['right'])
  expect(textsOf(checked(right), undefined)).toEqual(['right'])
})

it('has no shield while its age is not known, or what moved since was not compared', () => {
  const shield = iconOf(checked(right))
  expect(iconOf(checked(right), null)).not.toBe(shield)
  expect(iconOf(checked({ ...right, compared: false }))).not.toBe(shield)
  expect(iconOf(checked({ ...right, amounts: [...amounts] }))).toBe(shield)
})

it('judges its age by the later of two clocks, and no word of the company waives it', () => {
  expect(judgedAt(undefined)).toBeUndefined()
  for (const demo of [false, true]) {
    const judged = judgedAt({ now: soon, demo })
    expect(Date.parse(judged?.now ?? '')).toBeGreaterThan(Date.parse(soon))
    expect(judged?.demo).toBe(demo ? soon : undefined)
  }
  const far = '2999-01-01T00:00:00.000Z'
  expect(judgedAt({ now: far, demo: false })).toEqual({ now: far, demo: undefined })
})

it('has no shield where only a demo’s own clock makes it new, and says so; nor where it is dated ahead', () => {
  const shield = iconOf(checked(right))
  expect(textsOf(checked(right), at(late, soon))).toEqual(['demo'])
  expect(textsOf(checked(right), at(late, late))).toEqual(['old'])
  const { container } = render(<ProofStatus proof={checked(right)} now={at(late, soon)} />)
  expect(container.querySelector('svg')?.outerHTML).not.toBe(shield)
  expect(textsOf(checked({ ...right, epoch: '2026-11-23T00:00:00Z' }), at(soon))).toEqual(['old'])
})

it('has no shield where more is shown in markets than shares explain', () => {
  expect(textsOf(checked({ ...right, unproven: ['ATMC'] }))).toEqual(['partly'])
  expect(iconOf(checked({ ...right, unproven: ['ATMC'] }))).not.toBe(iconOf(checked(right)))
})

it('says of coins that no statement has yet that they are in none', () => {
  const shown = [{ coin: 'USDT', available: '5', held: '0', inOrders: '0', promised: '0', inMarkets: '0' }]
  const withShown = (answer: OwnAnswer): OwnProof => {
    const check = checkOf(answer)
    return { is: 'checked', check: { ...check, question: { ...check.question, shown } } }
  }
  expect(textsOf(withShown({ is: 'none' }))).toEqual(['later'])
  expect(textsOf(withShown({ ...right, amounts: [] }))).toEqual(['later'])
  expect(textsOf(checked({ is: 'none' }))).toEqual([])
})

it('says since when it was not checked, where a later check could not be made', () => {
  expect(textsOf(unchecked(right))).toEqual(['right', 'since'])
  expect(textsOf({ is: 'unchecked', last: undefined })).toEqual(['unchecked'])
})

it('says of a proof that should have a newer one that it is the last, with and without a network', () => {
  expect(textsOf(checked(right), at(late))).toEqual(['old'])
  expect(textsOf(unchecked(right), at(late))).toEqual(['old', 'since'])
})

it('stays loud about a difference whatever comes after it, and says nothing of who had no coin', () => {
  for (const proof of [checked(wrong), unchecked(wrong)]) {
    render(<ProofStatus proof={proof} now={at(late)} />)
    expect(screen.getByRole('alert').textContent).toContain('home.proof_wrong')
    cleanup()
  }
  for (const proof of [checked({ ...right, amounts: [] }), unchecked({ ...right, amounts: [] })])
    expect(textsOf(proof)).toEqual([])
})
