import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import type { PayerContext } from '#custody/payments/lane.server.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { whileCertifying } from '#custody/watching/certify/test-certify.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { migrate } from '#engine/migrate.store.ts'
import { openDbForOperators } from '#engine/open-db.store.ts'
import { startOwnPostgres } from '#engine/own-postgres/own-postgres.store.ts'
import type { Served } from '#engine/own-postgres/postgres-cluster.server.ts'
import { postgresDb } from '#engine/postgres-db.store.ts'
import { depositAddresses, deposits } from '#features/deposits/deposits.contract.ts'
import { requestWithdrawal, withdrawals } from '#features/withdrawals/withdrawals.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeRunFile } from '../../processes/run-file.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { TestClient } from '../../test/test-client.ts'
import { type Holder, newHolder } from '../../test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { operate } from '../../test/test-operator.ts'

const fill = async (url: string): Promise<void> => {
  const db = postgresDb(url, { asOwner: true })
  await migrate(db).finally(() => db.close())
}
const usdt = (amount: string) => parseUnits(amount) ?? 0n

/** The backup is older than a payment, a deposit and a wallet. The signer keeps its newest journal. */
describe('an older backup of the database beside the newest journal of the signer', () => {
  const servers: Served[] = []
  let chain: TestChain
  let world: MoneyWorld
  let lost: Holder
  let lostAddress: Hex
  let db: Db
  let app: TestApp
  let job: PayerContext
  beforeAll(async () => {
    chain = await testChain()
    const networks = chain.networks.filter((network) => network.chain === 'bsc')
    writeFileSync(join(chain.dataDir, 'server-secret'), 'secret')
    world = await moneyWorld({ ...chain, networks }, { homes: { bsc: home }, db: await serve(chain.dataDir) })
    const address = await addressOf(world.job, world.holder.client)
    await chain.mine(20)
    await world.watch()
    await receive(address, '500')
    await payOut('50')
    await reconcileBooks(world.job)
    expect(await openIncidents(world.app.db)).toEqual([])

    writeRunFile(chain.dataDir, [])
    const { dataDir } = chain
    const source = { dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined, walArchive: undefined }
    const copy = await makeBackup({ ...source, environment: {} }, join(dataDir, 'backups'))

    await payOut('60')
    await receive(address, '70')
    lost = await newHolder(world.app)
    lostAddress = await addressOf(world.job, lost.client)
    expect(await balance(world.app.db)).toBe(usdt('460'))
    await world.app.close()

    const restored = join(dataDir, 'restored')
    await restoreBackup(copy, restored, { wal: [] })
    db = await serve(restored)
    app = await testApp({ db, clock: world.app.clock })
    app.wall.advance(world.app.wall.now().getTime() - app.wall.now().getTime())
    job = { db, clock: world.app.clock, chains: await connectChains({ db, networks, signer: chain.signer }) }
    expect(await balance(db)).toBe(usdt('450'))
  })
  afterAll(async () => {
    await app.close()
    for (const server of servers) await server.end('SIGINT')
    await chain.close()
  })

  const serve = async (dataDir: string) => {
    servers.push(await startOwnPostgres(dataDir, { fill }))
    return openDbForOperators({ dataDir })
  }
  const addressOf = async (at: PayerContext, client: TestClient): Promise<Hex> => {
    const { chains } = await whileCertifying(at, client.call(depositAddresses, {}))
    return chains.find((each) => each.chain === 'bsc')?.address as Hex
  }
  const receive = async (address: Hex, amount: string) => {
    await chain.give('bsc', 'USDT', address, amount)
    await chain.mine(20)
    await world.watch()
  }
  const payOut = async (amount: string) => {
    const { id } = await world.ask(amount)
    await world.payer.run()
    await chain.mine(20)
    await world.watch()
    await world.payer.run()
    expect((await world.read(id))?.state).toBe('done')
  }
  const balance = (sql: Db) => balanceOf(sql, available(world.holder.walletId), 'USDT')
  const moved = (client: TestClient): TestClient => {
    const other = app.client()
    Object.assign(other.line, { ...client.line, target: app.app })
    return other
  }
  const kinds = async () => (await openIncidents(db)).map(({ kind, halts }) => ({ kind, halts }))
  const verify = () => operate({ db, clock: app.clock }, 'ledger verify')

  it('finds the missed deposit, and stops payments for the missing payment', async () => {
    await watchNetworks(job)
    expect(await balance(db)).toBe(usdt('520'))
    for (let round = 0; round < 2; round += 1) await reconcileBooks(job)
    expect(await openIncidents(db)).toMatchObject([
      { kind: 'books_short', halts: true, detail: { difference: '-59.7 USDT' } },
    ])
    expect((await verify()).code).toBe(0)
  })

  it('pays nothing twice, whatever operators resolve', async () => {
    const paid = await chain.balance('bsc', 'USDT', home)
    const client = moved(world.holder.client)
    world.app.wall.advance(300_000)
    app.wall.advance(300_000)
    const code = world.holder.codeNow()
    await client.confirm()
    await client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '60', code })
    const payer = createPayer(job)
    for (let round = 0; round < 3; round += 1) {
      for (const { id } of await openIncidents(db))
        await operate({ db, clock: app.clock }, `incident resolve ${id} looked at`)
      await payer.run()
      await chain.mine(20)
      await watchNetworks(job)
      await payer.run()
    }
    expect(await chain.balance('bsc', 'USDT', home)).toBe(paid)
    expect((await client.call(withdrawals, {})).items[0]).toMatchObject({ state: 'sending', hash: '' })
    expect(await kinds()).toEqual([{ kind: 'nonce_ahead', halts: true }])
    expect((await verify()).code).toBe(0)
  })

  it('gives a lost wallet’s sessions, password and deposit address to no other wallet', async () => {
    const next = await newHolder(app)
    const client = moved(lost.client)
    expect(await client.refusal(deposits, {})).toBe('token_03')
    await expect(client.signIn(lost.walletId)).rejects.toThrow('identity.password_wrong')
    expect(await addressOf(job, next.client)).toMatch(/^0x/)
    await chain.give('bsc', 'USDT', lostAddress, '30')
    await chain.mine(20)
    await watchNetworks(job)
    expect(await balanceOf(db, available(next.walletId), 'USDT')).toBe(0n)
    expect((await next.client.call(deposits, {})).items).toEqual([])
  })
})
