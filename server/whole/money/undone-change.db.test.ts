import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { type ChangeLine, firstWrongLine, isNamedThere } from '#features/proof/checks/check-changes.ts'
import { listChanges, proofSummary } from '#features/proof/proof.contract.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import { changeSetting, undoneSettings } from '#kit/store/settings.store.ts'
import { declaredSettings } from '#kit/store/settings.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { keepDemoOperators } from '../../ops/base/demo-operators.ts'
import { proofLogs } from '../../sending/proof-logs.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { operate } from '../../test/test-operator.ts'

describe('a published change that is undone', () => {
  let app: TestApp
  const lines = async () => (await app.client().call(listChanges, {})).items
  const named = async () => {
    const { latest } = await app.client().call(proofSummary, {})
    return (JSON.parse(latest?.text ?? '') as Statement).logs.changes ?? { line: 0, hash: '' }
  }
  beforeAll(async () => {
    app = await testApp()
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 10_000_000_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
    for (const line of ['pool fund dual USDT 5 more is wanted', 'pool fund dual USDT 7 more is wanted'])
      expect((await operate(app, line)).code).toBe(0)
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
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
    expect((await operate(app, 'pool fund dual USDT 1 more is wanted')).code).toBe(0)
    const told = await lines()
    expect([told[0]?.line, firstWrongLine(told, isSignedBy)]).toEqual([2, undefined])
    expect(isNamedThere(await named(), told)).toBe(false)
  })
})

describe('a change of any setting that is undone', () => {
  let app: TestApp
  let told: ChangeLine[]
  let named: { line: number; hash: string }
  const typed = [
    'setting set transfers.limits.minimumValue 2 costs rose',
    'setting set withdrawals.velocity.hourValue 40000 a quiet week',
    'setting set captcha.creations 30 many came',
    'setting set exchange.limits.heldAboveValue 50 an incident',
    'setting set otc.limits.firstMaximum 400 a dispute',
    'switch off line dual 2h a wrong card',
    'switch on line dual it is right again',
    'region set XX transfer 2h a new rule',
    'setting set feeds.alarms.silentMinutes 6 a slow feed',
  ]
  beforeAll(async () => {
    app = await testApp()
    for (const line of typed) await operate(app, line)
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now(), proofLogs)
    await signProofs(app.db, new Uint8Array(32).fill(5), app.wall.now())
    told = (await app.client().call(listChanges, {})).items
    const { latest } = await app.client().call(proofSummary, {})
    named = (JSON.parse(latest?.text ?? '') as Statement).logs.changes ?? { line: 0, hash: '' }
  })
  afterAll(() => app.close())

  it('is seen by a phone whichever line is kept from it', () => {
    expect(told.length).toBeGreaterThanOrEqual(7)
    expect([firstWrongLine(told, isSignedBy, true), isNamedThere(named, told)]).toEqual([undefined, true])
    for (const { line, verb } of told) {
      const without = told.filter((each) => each.line !== line)
      const isSeen = firstWrongLine(without, isSignedBy, true) !== undefined || !isNamedThere(named, without)
      expect(isSeen, `${line} ${verb}`).toBe(true)
    }
  })

  it('is seen by a phone where the operators themselves signed every later line anew', async () => {
    const signers = await app.db.transaction((tx) => keepDemoOperators(tx, app.clock.now()))
    /** Removes one log entry. Later entries are renumbered, rechained and signed again. */
    const rewritten = (gone: number) => {
      const lines: ChangeLine[] = []
      for (const line of told.toReversed()) {
        if (line.line === gone) continue
        const { at, verb, operator, publicKey, proposal, changed, argsDigest, changedDigest } = line
        const [number, previous] = [lines.length + 1, lines.at(-1)?.hash ?? '0'.repeat(64)]
        const shown = changed === null ? 'digest' : 'public'
        const of = [operator, publicKey, proposal ?? '-', shown, argsDigest, changedDigest, previous]
        const text = ['glasshouse-log-v3', number, at, verb, ...of].join('\n')
        const signature = signers.find((signer) => signer.publicKey === publicKey)?.sign(text) ?? ''
        const hash = createHash('sha256').update(text).digest('hex')
        lines.push({ ...line, line: number, previous, hash, signature })
      }
      return lines.toReversed()
    }
    for (const { line, verb } of told) {
      const lines = rewritten(line)
      expect(firstWrongLine(lines, isSignedBy, true), 'what is left fits together').toBeUndefined()
      expect(isNamedThere(named, lines), `${line} ${verb}`).toBe(false)
    }
  })

  it('is seen by the daily check where the value alone went back, of every setting there is', async () => {
    const day = dayOf(app.clock.now())
    const check = async () => (await findProofProblems(app.db, day, day, proofLogs)).problems
    for (const setting of declaredSettings())
      await app.db.transaction((tx) =>
        changeSetting(tx, setting, { value: setting.initial, reason: 'as it was', at: app.clock.now() }),
      )
    expect(await check()).toEqual([])
    const names = declaredSettings().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(30)
    await app.db.query(`UPDATE setting SET value = '"gone back"'`)
    expect(await undoneSettings(app.db)).toEqual(names)
    expect((await check())[0]).toBe(`${names[0]} is not what its last published change says`)
    await app.db.query('DELETE FROM setting')
    expect(await undoneSettings(app.db)).toEqual(names)
  })
})
