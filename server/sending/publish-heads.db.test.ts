import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#engine/test/test-db.ts'
import { firstWrongLine, isHeadRight } from '#features/proof/checks/check-changes.ts'
import { listChanges } from '#features/proof/proof.contract.ts'
import { isSignedBy, publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { newHolder } from '../test/test-funds.ts'
import { operate } from '../test/test-operator.ts'
import { headsFile, publishToday } from './publish-heads.ts'

type Row = OutputOf<typeof listChanges>['items'][number]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function isLineRight({ line, at, verb, ...row }: Row): boolean {
  const { operator, publicKey, proposal, changed, told, salt, argsDigest, changedDigest, previous, hash, signature } =
    row
  const kind = told !== null ? 'part' : changed === null ? 'digest' : 'public'
  const part = told === null ? [] : [sha256(`told\n${told}`)]
  const of = [operator, publicKey, proposal ?? '-', kind, argsDigest, changedDigest, ...part, previous]
  const text = [told === null ? 'glasshouse-log-v3' : 'glasshouse-log-v4', line, at, verb, ...of].join('\n')
  const isSaid = changed === null || sha256([salt, 'changed', changed].join('\n')) === changedDigest
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
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 10_000_000_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
  })
  afterAll(() => app.close())

  it('is signed line by line and hangs together; of what names a wallet everybody reads the rest', async () => {
    await publish()
    expect((await read()).heads).toEqual([])
    const { walletId } = await newHolder(app)
    for (const line of [
      'pool fund dual USDT 5 more is wanted',
      `coin reward ${walletId} 1 USDT a fault was found`,
      'pool fund dual USDT 1 more is wanted',
    ])
      expect((await operate(app, line)).code).toBe(0)
    const { items, demo } = await read()
    const reward = '{"lines":["give 1 USDT of capital to a wallet: a fault was found"]}'
    expect(items.map(({ verb, changed, told }) => [verb, changed !== null, told])).toEqual([
      ['pool fund', true, null],
      ['coin reward', false, reward],
      ['pool fund', true, null],
    ])
    expect(JSON.stringify(items)).not.toContain(walletId)
    expect([items.every(isLineRight), demo]).toEqual([true, true])
    expect(items.map(({ previous }) => previous).slice(0, -1)).toEqual(items.slice(1).map(({ hash }) => hash))
    expect(isLineRight({ ...items[0], operator: 'ada' } as Row)).toBe(false)
    expect(isLineRight({ ...items[1], told: reward.replace('1 USDT', '2 USDT') } as Row)).toBe(false)
    expect(isLineRight({ ...items[1], told: null } as Row)).toBe(false)
    expect(firstWrongLine(items, isSignedBy)).toBeUndefined()
    expect(items.map(({ args }) => args)).toEqual([
      '{"args":["dual","USDT","1","more","is","wanted"]}',
      null,
      '{"args":["dual","USDT","5","more","is","wanted"]}',
    ])
  })

  it('tells nobody who tries what it does not show: a digest of known words is another one each time', async () => {
    const { walletId } = await newHolder(app)
    for (const _ of [1, 2]) await operate(app, `coin reward ${walletId} 1 USDT a fault was found`)
    const { items } = await read()
    const [second, first] = items
    expect(second?.argsDigest).not.toBe(first?.argsDigest)
    expect(second?.changedDigest).not.toBe(first?.changedDigest)
    const typed = JSON.stringify({ args: [walletId, '1', 'USDT', 'a', 'fault', 'was', 'found'] })
    expect([sha256(typed), sha256(['', 'args', typed].join('\n'))]).not.toContain(first?.argsDigest)
    expect([first?.salt, first?.changed, first?.args]).toEqual([null, null, null])
    const { text } = await operate(app, `log show ${first?.line}`)
    const salt = /^salt {2}(.{22})$/m.exec(text)?.[1]
    expect(sha256([salt, 'args', typed].join('\n'))).toBe(first?.argsDigest)
  })

  it('has a head each day, signed, in the answer and in a file, once', async () => {
    await publish()
    await publish()
    const first = (await read()).heads
    expect(first).toHaveLength(1)
    const [newest] = first
    expect(newest && isHeadRight(newest, (await read()).items, isSignedBy)).toBe(true)
    const isSigned = ({ day, line, hash, publicKey, signature }: (typeof first)[number]) =>
      isSignedBy(['glasshouse-log-head-v1', day, line, hash].join('\n'), signature, publicKey)
    expect(first.map((head) => [head.day, head.line, isSigned(head)])).toEqual([['2026-11-22', 5, true]])
    app.clock.advance(dayMs)
    await operate(app, 'pool fund dual USDT 1 more is wanted')
    await Promise.all([publish(), publish()])
    const { heads } = await read()
    expect(heads.map((head) => [head.day, head.line])).toEqual([
      ['2026-11-23', 6],
      ['2026-11-22', 5],
    ])
    const kept = readFileSync(headsFile(dataDir), 'utf8').trim().split('\n')
    expect(kept.map((text) => JSON.parse(text))).toEqual(heads.toReversed())
    expect((await operate(app, `log verify ${headsFile(dataDir)}`)).text).toContain('The log holds: 6 operations')
  })

  it('does not shorten the file of heads to what an older copy of the database knows', async () => {
    const file = headsFile(dataDir)
    const kept = readFileSync(file, 'utf8')
    const later = kept.trim().split('\n').at(-1)?.replace('2026-11-23', '2026-11-24') ?? ''
    for (const ahead of [`${kept}${later}\n`, `${later}\n`]) {
      writeFileSync(file, ahead)
      await expect(publish()).rejects.toThrow('that this database lacks')
      expect(readFileSync(file, 'utf8')).toBe(ahead)
    }
    writeFileSync(file, kept.slice(0, -5))
    await publish()
    expect(readFileSync(file, 'utf8')).toBe(kept)
  })

  it('has heads of one key: a head under another one is refused, wherever it stands', async () => {
    const thief = new Uint8Array(32).fill(6)
    const day = '2026-11-24'
    const head = (await read()).heads[0]
    if (!head) throw new Error('there is a head')
    const forged = {
      ...head,
      day,
      publicKey: publicTextOf(thief),
      signature: signWith(['glasshouse-log-head-v1', day, head.line, head.hash].join('\n'), thief),
    }
    const copy = join(dataDir, 'copy.jsonl')
    writeFileSync(copy, `${readFileSync(headsFile(dataDir), 'utf8')}${JSON.stringify(forged)}\n`)
    expect((await operate(app, `log verify ${copy}`)).text).toContain('The head kept of 2026-11-24')
    writeFileSync(copy, `${JSON.stringify(forged)}\n`)
    expect((await operate(app, `log verify ${copy} --key ${head.publicKey}`)).text).toContain(
      'The head kept of 2026-11',
    )
    expect((await operate(app, `log verify ${headsFile(dataDir)} --key ${head.publicKey}`)).code).toBe(0)
    expect((await operate(app, `log verify --key ${forged.publicKey}`)).text).toContain(
      'The head published on 2026-11-22',
    )
    writeFileSync(copy, 'no head\n')
    expect((await operate(app, `log verify ${copy}`)).text).toContain('is no copy of published heads')
    app.clock.advance(dayMs)
    await expect(publishToday({ db: app.db, clock: app.clock, publishKey: thief, dataDir })).rejects.toThrow(
      'another key',
    )
    await asOwner(app.db, 'ALTER TABLE operator_log_head DISABLE TRIGGER heads_have_one_key')
    await publishToday({
      db: app.db,
      clock: app.clock,
      publishKey: thief,
      dataDir: mkdtempSync(join(tmpdir(), 'thief-')),
    })
    expect((await operate(app, 'log verify')).text).toContain('The head published on 2026-11-24')
    expect((await operate(app, `log verify ${headsFile(dataDir)}`)).text).toContain('The head published on 2026-11-24')
    await asOwner(
      app.db,
      `ALTER TABLE operator_log_head DISABLE TRIGGER append_only;
      DELETE FROM operator_log_head WHERE day = '2026-11-24';
      ALTER TABLE operator_log_head ENABLE TRIGGER append_only; ALTER TABLE operator_log_head ENABLE TRIGGER heads_have_one_key`,
    )
  })

  it('cannot be written anew, whole and signed, without that those who kept a head see it', async () => {
    await asOwner(
      app.db,
      `ALTER TABLE operator_log DISABLE TRIGGER append_only; DELETE FROM operator_log WHERE id > 4;
      ALTER TABLE operator_log ENABLE TRIGGER append_only`,
    )
    for (const units of [2, 3]) expect((await operate(app, `pool fund dual USDT ${units} more is wanted`)).code).toBe(0)
    expect((await operate(app, 'log verify')).text).toContain('The head published on 2026-11-22 is not the log’s')
    await asOwner(app.db, `ALTER TABLE operator_log_head DISABLE TRIGGER append_only; DELETE FROM operator_log_head`)
    expect((await operate(app, 'log verify')).code).toBe(0)
    expect((await operate(app, `log verify ${headsFile(dataDir)}`)).text).toContain('The head kept of 2026-11-22')
  })
})
