import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { embeddedDb } from '#engine/embedded-db.server.ts'
import { contract } from '#kit/wire/contract.ts'
import { implement } from '#kit/wire/implement.api.ts'
import { type TestApp, testApp } from './test-app.ts'

const count = contract({
  method: 'POST',
  path: '/test/count',
  access: 'open',
  summary: 'Counts, in two steps of one transaction.',
  input: v.object({}),
  output: v.object({ rows: v.number() }),
  always: true,
  withoutRequestToken: true,
  failures: [],
})
const program = fileURLToPath(new URL('../engine/test-db-process.ts', import.meta.url))

let dataDir: string
let host: ChildProcess
let app: TestApp
/** What happens between the two steps. */
let meanwhile: () => Promise<void>
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-away-'))
  host = spawn(process.execPath, [program, dataDir, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(host.stdout as NonNullable<typeof host.stdout>, 'data')
  const counted = implement(count, async (_input, { tx }) => {
    await tx.query('SELECT 1')
    await meanwhile()
    const rows = await tx.query('SELECT 1')
    return { rows: rows.length }
  })
  app = await testApp({ db: embeddedDb({ dataDir }), calls: [counted] })
})
afterEach(async () => {
  host.kill('SIGKILL')
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('a call under which the process that serves the database dies is told to come again, by a name of its own, and then is served', async () => {
  const client = app.client()
  meanwhile = async () => undefined
  expect((await client.send(count, {})).status).toBe(200)
  meanwhile = async () => {
    const gone = once(host, 'exit')
    host.kill('SIGKILL')
    await gone
  }
  const { status, envelope } = await client.send(count, {})
  expect([status, envelope.code, envelope.msg]).toEqual([503, 400, 'request.unavailable'])
  expect(app.logged()).not.toContain('a bug')
  // This process serves it from now on.
  meanwhile = async () => undefined
  const after = await client.send(count, {})
  expect([after.status, after.envelope.code]).toEqual([200, 0])
})
