import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { dayArchive } from '#features/proof/archive/day-files.server.ts'
import { myProof } from '#features/proof/proof.contract.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { keepReserveCheck } from '#proofs/reserves/reserves.store.ts'
import type { Proof, Statement } from '#proofs/tree/format.ts'
import { digestOf } from '#proofs/tree/test-day.ts'
import { proofLogs } from '../sending/proof-logs.ts'
import { publishToday } from '../sending/publish-heads.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { credit, type Holder, newHolder } from '../test/test-funds.ts'
import { operate } from '../test/test-operator.ts'

const key = new Uint8Array(32).fill(5)

function unpack(zip: Buffer, folder: string): string[] {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  let at = zip.readUInt32LE(end + 16)
  const names: string[] = []
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [size, nameLength, body] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    expect([zip.readUInt32LE(body), zip.toString('utf8', body + 30, body + 30 + nameLength)]).toEqual([
      0x04034b50,
      name,
    ])
    const bytes = zip.subarray(body + 30 + nameLength, body + 30 + nameLength + size)
    expect(crc32(bytes)).toBe(zip.readUInt32LE(at + 16))
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
    names.push(name)
    at += 46 + nameLength
  }
  return names
}

describe('all files of a day in one archive', () => {
  let app: TestApp
  let zip: Buffer
  let ana: Holder
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const inside = join(folder, 'proof-2026-11-23')
  const ask = (name: string, headers = {}) => app.app.inject({ method: 'GET', url: `/proof/${name}`, headers })
  const pass = async () => {
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await keepPowerDays(app.db)
    await buildProofs(app.db, app.clock.now(), proofLogs)
    await signProofs(app.db, key, app.wall.now())
  }

  beforeAll(async () => {
    app = await testApp()
    ana = await newHolder(app)
    await credit(app, ana, 'bsc', 'USDT', '100')
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 10_000_000_000n } as const]
    await app.db.transaction((tx) => post(tx, { key: 'brought', at: app.clock.now(), postings }))
    await operate(app, 'pool fund dual USDT 5 more is wanted')
    await pass()
    await operate(app, 'switch off line dual 2h a wrong card')
    await publishToday({ db: app.db, clock: app.clock, publishKey: key, dataDir: folder })
    await pass()
    const look = { day: dayOf(new Date('2026-11-23')), short: [], madeAt: app.wall.now() }
    for (const text of ['{"v":"RES1","look":1}', '{"v":"RES1","look":2}'])
      await keepReserveCheck(app.db, { ...look, text, hot: '{}' })
    // Dummy signatures that this test does not verify.
    for (const { id, text } of await app.db.query<{ id: bigint; text: string }>('SELECT id, text FROM reserve_check'))
      await app.db.query('INSERT INTO reserve_signature VALUES ($1, $2, $3, $4, $5)', [
        id,
        publicTextOf(key),
        signWith(text, key),
        signWith('{}', key),
        app.wall.now(),
      ])
  })
  afterAll(() => app.close())

  it('come from an address of their own, cacheable, and are not sent twice', async () => {
    const answer = await ask('2026-11-23.zip')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toBe('attachment; filename="proof-2026-11-23.zip"')
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    zip = answer.rawPayload
    const again = await ask('2026-11-23.zip', { 'if-none-match': answer.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('are the same bytes whenever they are made', async () => {
    expect(await dayArchive(app.db, dayOf(new Date('2026-11-23')))).toEqual(zip)
  })

  it('are not there of a day without a statement, nor of what is no day', async () => {
    for (const name of ['2026-11-24.zip', '2026-11-21.zip', '2026-02-30.zip', '2026-11-23', 'x.zip'])
      expect((await ask(name)).statusCode, name).toBe(404)
  })

  it('hold everything that is public of the day', () => {
    expect(unpack(zip, folder).map((name) => name.replace('proof-2026-11-23/', ''))).toEqual([
      ...['README.txt', 'statement-2026-11-23.json', 'statement-2026-11-22.json', 'house-2026-11-23.json'],
      ...['flows-2026-11-23.json', 'power-2026-11-23.json', 'reserves-2026-11-23.json'],
      ...['logs-2026-11-23.json', 'written-2026-11-23.json'],
      ...['verify.mjs', 'verify.py', 'verify-reserves.mjs', 'proof-format.md'],
    ])
    const read = (name: string) => readFileSync(join(inside, name), 'utf8')
    const { logs }: Statement = JSON.parse(JSON.parse(read('statement-2026-11-23.json')).text)
    expect(logs.flows?.hash).toBe(digestOf(read('flows-2026-11-23.json')))
    expect(logs.power?.hash).toBe(digestOf(read('power-2026-11-23.json')))
    const named = JSON.parse(read('logs-2026-11-23.json'))
    expect(named.logs).toEqual(logs)
    expect([named.head.line, named.head.hash]).toEqual([logs.changes?.line, logs.changes?.hash])
    expect(JSON.parse(read('reserves-2026-11-23.json')).text).toContain('"look":2')
    expect(createHash('sha256').update(read('verify.mjs')).digest('hex')).toBe(
      digestOf(readFileSync('docs/proof/verify.mjs', 'utf8')),
    )
  })

  it('hold no leaf of a wallet, and name none', async () => {
    const { latest, evidence } = await ana.client.call(myProof, {})
    expect(latest?.day).toBe('2026-11-23')
    const { leaves } = JSON.parse(evidence ?? '') as Proof
    expect(leaves.length).toBeGreaterThanOrEqual(4)
    const all = readdirSync(inside)
      .map((name) => readFileSync(join(inside, name), 'utf8'))
      .join('\n')
    for (const told of [ana.walletId, ...leaves.map(({ nonce }) => nonce)]) expect(all).not.toContain(told)
    const company = JSON.parse(readFileSync(join(inside, 'house-2026-11-23.json'), 'utf8')) as Proof[]
    expect(company.length).toBeGreaterThan(0)
    for (const { owner } of company) expect(owner).toMatch(/^(pool|market):|^company$/)
  })

  it('are checked by both verifiers with the very lines of the README', () => {
    const lines = readFileSync(join(inside, 'README.txt'), 'utf8').split('\n')
    const asked = (program: string) =>
      lines.filter((line) => line.startsWith(`  ${program} `)).map((line) => line.trim().split(' '))
    expect(asked('node')).toHaveLength(4)
    for (const [, ...args] of asked('node').slice(0, 3))
      expect(
        JSON.parse(execFileSync(process.execPath, args, { cwd: inside, encoding: 'utf8' })),
        `${args}`,
      ).toMatchObject({
        ok: true,
      })
    for (const [, ...args] of asked('python3')) {
      const { status, stdout, error } = spawnSync('python3', args, { cwd: inside, encoding: 'utf8' })
      if (!error && status !== 127) expect(JSON.parse(stdout), `${args}`).toMatchObject({ ok: true })
    }
  })

  it('are unpacked by somebody else’s program to the same files', () => {
    writeFileSync(join(folder, 'all.zip'), zip)
    const { status, error } = spawnSync('python3', ['-m', 'zipfile', '-e', 'all.zip', 'other'], { cwd: folder })
    if (error || status === 127) return
    expect(status).toBe(0)
    for (const name of readdirSync(inside))
      expect(readFileSync(join(folder, 'other/proof-2026-11-23', name)).equals(readFileSync(join(inside, name)))).toBe(
        true,
      )
  })

  it('are those of the statement alone once the leaves of the day are not kept any more', async () => {
    await app.db.query(`DELETE FROM proof_owners WHERE day = '2026-11-22'`)
    await app.db.query(`DELETE FROM proof_block WHERE day = '2026-11-22'`)
    const answer = await ask('2026-11-22.zip')
    const there = unpack(answer.rawPayload, folder)
    expect(there).toContain('proof-2026-11-22/statement-2026-11-22.json')
    expect(there).not.toContain('proof-2026-11-22/house-2026-11-22.json')
    expect(readFileSync(join(folder, there[0] ?? ''), 'utf8')).not.toContain('house-2026')
  })
})
