import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '#engine/migrate.store.ts'
import type { Served } from '#engine/own-postgres/postgres-cluster.server.ts'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { makeTestCluster, postgresFolder, serveTestCluster } from '#engine/test/test-postgres.ts'
import { contract } from '#kit/wire/contract.ts'
import { implement } from '#kit/wire/implement.api.ts'
import { type TestApp, testApp } from '../test/test-app.ts'

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

let folder: string
let port: number
let server: Served
const start = async () => {
  const served = await serveTestCluster(join(folder, 'data'), { port })
  server = served
  return served.url
}
let app: TestApp
let meanwhile: () => Promise<void>
beforeEach(async () => {
  folder = postgresFolder()
  port = await freePort()
  makeTestCluster(join(folder, 'data'), false)
  const url = await start()
  const owner = postgresDb(url, { asOwner: true })
  await migrate(owner).finally(() => owner.close())
  const counted = implement(count, async (_input, { tx }) => {
    await tx.query('SELECT 1')
    await meanwhile()
    const rows = await tx.query('SELECT 1')
    return { rows: rows.length }
  })
  app = await testApp({ db: postgresDb(url, { patienceMs: 60_000 }), calls: [counted] })
})
afterEach(async () => {
  await app.close()
  await server.end('SIGINT')
  rmSync(folder, { recursive: true, force: true })
})

it('a call under which the database server dies is told to come again, by a name of its own, and then is served', async () => {
  const client = app.client()
  meanwhile = async () => undefined
  expect((await client.send(count, {})).status).toBe(200)
  meanwhile = () => server.end('SIGKILL')
  const { status, envelope } = await client.send(count, {})
  expect([status, envelope.code, envelope.msg]).toEqual([503, 400, 'request.unavailable'])
  expect(app.logged()).not.toContain('a bug')
  meanwhile = async () => undefined
  await start()
  const after = await client.send(count, {})
  expect([after.status, after.envelope.code]).toEqual([200, 0])
})
