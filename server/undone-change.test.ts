import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeCut } from '#days/days.store.ts'
import { asOwner } from '#engine/test-db.ts'
import { firstWrongLine, isNamedThere } from '#features/proof/check-changes.ts'
import { listChanges, proofSummary } from '#features/proof/proof.contract.ts'
import { dayMs, dayOf } from '#kit/clock.ts'
import { isSignedBy } from '#kit/signed-text.ts'
import { house, outside } from '#ledger/chart.ts'
import { post } from '#ledger/ledger.store.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { proofLogs } from './proof-logs.ts'
import { type TestApp, testApp } from './test-app.ts'
import { operate } from './test-operator.ts'

describe('a published change that is undone', () => {
  let app: TestApp
  const lines = async () => (await app.client().call(listChanges, {})).items
  const named = async () => {
    const { latest } = await app.client().call(proofSummary, {})
    return (JSON.parse(latest?.text ?? '') as Statement).logs.changes ?? { line: 0, hash: '' }
  }
  beforeAll(async () => {
    app = await testApp()
    const postings = [{ from: outside('bsc'), to: house('capital'), asset: 'USDT', units: 10_000_000_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
    for (const line of ['pool fund dual USDT 5', 'pool fund dual USDT 7'])
      expect((await operate(app, line)).code).toBe(0)
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeCut(tx, day))
    await buildProofs(app.db, app.clock.now(), proofLogs)
    await signProofs(app.db, new Uint8Array(32).fill(5), app.wall.now())
  })
  afterAll(() => app.close())

  it('stands in the log that the signed statement names', async () => {
    expect((await named()).line).toBe(2)
    expect(isNamedThere(await named(), await lines())).toBe(true)
    expect(firstWrongLine(await lines(), isSignedBy)).toBeUndefined()
    const day = dayOf(app.clock.now())
    expect((await findProofProblems(app.db, '2026-11-22' as typeof day, day, proofLogs)).problems).toEqual([])
  })

  it('is seen by a phone and by an operator when its line is gone, though what is left fits together', async () => {
    await asOwner(
      app.db,
      'ALTER TABLE operator_log DISABLE TRIGGER ALL; DELETE FROM operator_log WHERE id = 2; ALTER TABLE operator_log ENABLE TRIGGER ALL',
    )
    expect(firstWrongLine(await lines(), isSignedBy)).toBeUndefined()
    expect(isNamedThere(await named(), await lines())).toBe(false)
    const day = dayOf(app.clock.now())
    const { problems } = await findProofProblems(app.db, '2026-11-22' as typeof day, day, proofLogs)
    expect(problems).toEqual(['2026-11-22: line 2 of changes is not the one that was published'])
  })

  it('is seen too when another line stands in its place, signed and in the chain', async () => {
    expect((await operate(app, 'pool fund dual USDT 1')).code).toBe(0)
    const told = await lines()
    expect([told[0]?.line, firstWrongLine(told, isSignedBy)]).toEqual([2, undefined])
    expect(isNamedThere(await named(), told)).toBe(false)
  })
})
