import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '#engine/migrate.store.ts'
import { openDb } from '#engine/open-db.store.ts'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { copyCluster, makeTestCluster, postgresFolder, serveTestCluster } from '#engine/test/test-postgres.ts'
import { startPair } from '#engine/test/test-standby.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '../audit.store.ts'
import { available, outside } from '../posting/chart.ts'
import type { Entry } from '../posting/entry.ts'
import { ledgerOf, post } from '../posting/ledger.store.ts'

/** After a failover that lost data, or a restore, cached account ids may be missing or belong to different accounts. */

const at = new Date('2026-11-21T10:00:00Z')
const wallet = (name: string) => available(`BACK${name.padStart(6, '0')}` as WalletId)
const recharge = (name: string): Entry => ({
  key: `recharge-${name}`,
  at,
  postings: [{ from: outside('eth'), to: wallet(name), asset: 'USDT', units: 1_000n, code: 2 }],
})
const transfer = (key: string, from: string, to: string): Entry => ({
  key: `transfer ${from} ${to} ${key}`,
  at,
  postings: [{ from: wallet(from), to: wallet(to), asset: 'USDT', units: 1n, code: 4 }],
})

const names = (kind: string, count: number) => Array.from({ length: count }, (_, place) => `${kind}${place}`)

async function expectRightAccounts(db: Db) {
  const wrong = await db.query(
    `SELECT e.key, p.from_owner AS paid, p.to_owner AS got FROM entry e JOIN record p ON p.id = e.id
     WHERE e.key LIKE 'transfer %' AND (p.from_owner <> 'wallet:BACK' || lpad(split_part(e.key, ' ', 2), 6, '0')
       OR p.to_owner <> 'wallet:BACK' || lpad(split_part(e.key, ' ', 3), 6, '0'))`,
  )
  expect(wrong).toEqual([])
  expect(await audit(db)).toEqual([])
}

async function goOn(db: Db, lost: readonly string[]) {
  // A second client without a cache takes the ids first.
  const { submit } = ledgerOf(db)
  const answers = await Promise.allSettled([
    ...lost.map((name, place) => submit(transfer('batch', 'a0', lost[(place + 1) % lost.length] ?? name))),
    submit(transfer('alone', 'a0', lost[0] ?? '')),
  ])
  for (const answer of answers) expect(answer.status === 'fulfilled' ? answer.value : answer.reason).toBe('posted')
  await db.transaction((tx) => post(tx, transfer('inside', 'a1', lost[1] ?? '')))
}

let close: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of close.reverse()) await each()
  close = []
})

describe('a database that went back under a running program', () => {
  it('posts nothing to a wrong account: a standby that missed the last second', async () => {
    const pair = await startPair()
    close.push(pair.stop)
    const setUp = await openDb({ dataDir: '', databaseUrl: pair.primaryUrl })
    await migrate(setUp)
    await setUp.close()

    const db = await openDb({ dataDir: '', databaseUrl: pair.url })
    close.push(db.close)
    const { submit } = ledgerOf(db)
    await Promise.all(names('a', 4).map((name) => submit(recharge(name))))
    await pair.cutOff()
    // These wallets will be lost while their ids are cached.
    const lost = names('b', 12)
    for (const name of lost) expect(await submit(recharge(name))).toBe('posted')
    await pair.failOver()

    const other = await openDb({ dataDir: '', databaseUrl: pair.url })
    close.push(other.close)
    for (const name of names('c', 20)) expect(await ledgerOf(other).submit(recharge(name))).toBe('posted')
    await goOn(db, lost)
    await expectRightAccounts(db)
  })

  it('posts nothing to a wrong account: a server whose files were restored from a copy', async () => {
    const folder = postgresFolder()
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
    close.push(async () => rmSync(folder, { recursive: true, force: true }))
    makeTestCluster(data, false)
    const port = await freePort()
    const setUp = await serveTestCluster(data, { port })
    const owner = postgresDb(setUp.url, { asOwner: true })
    await migrate(owner).finally(() => owner.close())
    const db = postgresDb(setUp.url, { patienceMs: 60_000 })
    close.push(db.close)
    await Promise.all(names('a', 4).map((name) => ledgerOf(db).submit(recharge(name))))
    await setUp.end('SIGINT')
    copyCluster(data, copy)

    const before = await serveTestCluster(data, { port })
    const lost = names('b', 12)
    for (const name of lost) expect(await ledgerOf(db).submit(recharge(name))).toBe('posted')
    await before.end('SIGINT')
    rmSync(data, { recursive: true })
    renameSync(copy, data)

    const after = await serveTestCluster(data, { port })
    close.push(() => after.end('SIGINT'))
    const other = postgresDb(after.url)
    close.push(other.close)
    for (const name of names('c', 20)) expect(await ledgerOf(other).submit(recharge(name))).toBe('posted')
    await goOn(db, lost)
    await expectRightAccounts(other)
  })
})
