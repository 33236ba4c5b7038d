import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { credit, newHolder } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

describe('proofs on the command line', () => {
  let app: TestApp
  const folder = join(mkdtempSync(join(tmpdir(), 'proofs-')), 'public')
  const pass = async () => {
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now())
    await signProofs(app.db, new Uint8Array(32).fill(5), app.wall.now())
  }
  const verify = (...names: string[]): { ok: boolean } =>
    JSON.parse(execFileSync(process.execPath, ['verify.mjs', ...names], { cwd: folder, encoding: 'utf8' }))

  beforeAll(async () => {
    app = await testApp()
    await credit(app, await newHolder(app), 'bsc', 'USDT', '100')
    await pass()
  })
  afterAll(() => app.close())

  it('are written to a folder with the verifiers, which find them right, and once only', async () => {
    expect((await operate(app, `proof publish ${folder}`)).text).toContain('1 new statements')
    await pass()
    expect((await operate(app, `proof publish ${folder}`)).text).toContain('1 new statements')
    expect(readdirSync(folder).sort()).toEqual([
      'house-2026-11-22.json',
      'house-2026-11-23.json',
      'proof-format.md',
      'statement-2026-11-22.json',
      'statement-2026-11-23.json',
      'verify-reserves.mjs',
      'verify.mjs',
      'verify.py',
    ])
    expect(verify('statement-2026-11-23.json', 'house-2026-11-23.json').ok).toBe(true)
    expect(verify('statement-2026-11-23.json', 'statement-2026-11-22.json').ok).toBe(true)
  })

  it('are refused where a statement was another one when it was published', async () => {
    writeFileSync(join(folder, 'statement-2026-11-22.json'), '{}')
    const { code, text } = await operate(app, `proof publish ${folder}`)
    expect([code, text.includes('was another statement')]).toEqual([1, true])
  })

  it('are made and checked against the books, and one that is not theirs is named', async () => {
    expect((await operate(app, 'proof build')).text).toContain('has its proof')
    expect((await operate(app, 'proof check')).text).toContain('Everything holds: 2 days')
    await asOwner(
      app.db,
      `ALTER TABLE proof_day DISABLE TRIGGER append_only; UPDATE proof_day SET seed = decode(repeat('00', 32), 'hex') WHERE day = '2026-11-23'`,
    )
    const { code, text } = await operate(app, 'proof check')
    expect([code, text.includes('2026-11-23 is not what the books say')]).toEqual([1, true])
  })
})
