import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listChanges } from '#features/proof/proof.contract.ts'
import { dayMs } from '#kit/clock.ts'
import { isSignedBy } from '#kit/signed-text.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { house, outside } from '#ledger/chart.ts'
import { post } from '#ledger/ledger.store.ts'
import { headsFile, publishToday } from './publish-heads.ts'
import { type TestApp, testApp } from './test-app.ts'
import { newHolder } from './test-funds.ts'
import { operate } from './test-operator.ts'

type Row = OutputOf<typeof listChanges>['items'][number]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** As somebody checks a line who has nothing but the answer. */
function isLineRight({ line, at, verb, ...row }: Row): boolean {
  const { operator, publicKey, proposal, changed, argsDigest, changedDigest, previous, hash, signature } = row
  const kind = changed === null ? 'digest' : 'public'
  const of = [operator, publicKey, proposal ?? '-', kind, argsDigest, changedDigest, previous]
  const text = ['glasshouse-log-v2', line, at, verb, ...of].join('\n')
  const isSaid = changed === null || sha256(changed) === changedDigest
  return isSaid && sha256(text) === hash && isSignedBy(text, signature ?? '', publicKey ?? '')
}

describe('the operators’ log, in public', () => {
  let app: TestApp
  const dataDir = mkdtempSync(join(tmpdir(), 'heads-'))
  const publish = () => publishToday({ db: app.db, clock: app.clock, publishKey: new Uint8Array(32).fill(5), dataDir })
  const read = async () => {
    app.wall.advance(10_000)
    const client = app.client()
    return client.call(listChanges, {})
  }
  beforeAll(async () => {
    app = await testApp()
    const postings = [{ from: outside('bsc'), to: house('capital'), asset: 'USDT', units: 10_000_000_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
  })
  afterAll(() => app.close())

  it('is signed line by line and hangs together; what names a wallet is there as a digest alone', async () => {
    await publish()
    expect((await read()).heads).toEqual([])
    const { walletId } = await newHolder(app)
    for (const line of [
      'pool fund dual USDT 5',
      `coin reward ${walletId} 1 USDT a fault was found`,
      'pool fund dual USDT 1',
    ])
      expect((await operate(app, line)).code).toBe(0)
    const { items, demo } = await read()
    expect(items.map(({ verb, changed }) => [verb, changed !== null])).toEqual([
      ['pool fund', true],
      ['coin reward', false],
      ['pool fund', true],
    ])
    expect(JSON.stringify(items)).not.toContain(walletId)
    expect([items.every(isLineRight), demo]).toEqual([true, true])
    expect(items.map(({ previous }) => previous).slice(0, -1)).toEqual(items.slice(1).map(({ hash }) => hash))
    expect(isLineRight({ ...items[0], operator: 'ada' } as Row)).toBe(false)
  })

  it('has a head each day, signed, in the answer and in a file, once', async () => {
    await publish()
    await publish()
    const first = (await read()).heads
    expect(first).toHaveLength(1)
    const isHeadRight = ({ day, line, hash, publicKey, signature }: (typeof first)[number]) =>
      isSignedBy(['glasshouse-log-head-v1', day, line, hash].join('\n'), signature, publicKey)
    expect(first.map((head) => [head.day, head.line, isHeadRight(head)])).toEqual([['2026-11-22', 3, true]])
    app.clock.advance(dayMs)
    await operate(app, 'pool fund dual USDT 1')
    await Promise.all([publish(), publish()])
    const { heads } = await read()
    expect(heads.map((head) => [head.day, head.line])).toEqual([
      ['2026-11-23', 4],
      ['2026-11-22', 3],
    ])
    const kept = readFileSync(headsFile(dataDir), 'utf8').trim().split('\n')
    expect(kept.map((text) => JSON.parse(text))).toEqual(heads.toReversed())
    expect((await operate(app, `log verify ${headsFile(dataDir)}`)).text).toContain('The log holds: 4 operations')
  })

  it('cannot be written anew, whole and signed, without that those who kept a head see it', async () => {
    // Whoever owns the database and the demo's keys drops the last two lines and does something else.
    await app.db.exec(`ALTER TABLE operator_log DISABLE TRIGGER append_only; DELETE FROM operator_log WHERE id > 2;
      ALTER TABLE operator_log ENABLE TRIGGER append_only`)
    for (const units of [2, 3]) expect((await operate(app, `pool fund dual USDT ${units}`)).code).toBe(0)
    expect((await operate(app, 'log verify')).text).toContain('The head published on 2026-11-22 is not the log’s')
    await app.db.exec(`ALTER TABLE operator_log_head DISABLE TRIGGER append_only; DELETE FROM operator_log_head`)
    expect((await operate(app, 'log verify')).code).toBe(0)
    expect((await operate(app, `log verify ${headsFile(dataDir)}`)).text).toContain('The head kept of 2026-11-22')
  })
})
