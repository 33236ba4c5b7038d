import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rereadChains } from '#custody/comparing/reread.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Address } from '#kit/chain/address.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, stoppedClock } from '#kit/time/clock.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { haltOf, openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { bscWithReceipts } from '../../test/test-asked-receipts.ts'

const confirmations = 3

describe('what was booked from a chain is read again once a day', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  let holder: { walletId: WalletId; address: Address }
  let asked = 0
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const reread = () => rereadChains({ db, clock, chains })
  const nextDay = () => clock.set(addMs(clock.now(), dayMs))
  const told = async () => (await openIncidents(db)).map(({ kind, detail }) => ({ kind, ...detail }))
  const addressOf = async (walletId: WalletId) => {
    const address = await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)
    if (!address) throw new Error('a chain is connected')
    return address
  }
  const pay = async (amount: string) => {
    const hash = await chain.give('bsc', 'USDT', holder.address as Hex, amount)
    await chain.mine(confirmations)
    await watchNetworks({ db, clock, chains, confirmations: () => confirmations })
    return hash
  }

  beforeEach(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await bscWithReceipts(db, chain, () => {
      asked += 1
    })
    const { walletId } = await testWallet(db)
    holder = { walletId, address: await addressOf(walletId) }
  })
  afterEach(async () => {
    await db.close()
    await chain.close()
  })

  it('says nothing while it is all there, and asks for nothing twice in a day', async () => {
    await pay('7')
    await pay('2')
    const [booked] = await db.query<{ count: bigint }>('SELECT count(*) FROM deposit')
    expect(booked?.count).toBe(5n)
    asked = 0
    await reread()
    expect(asked).toBe(5)
    await reread()
    expect(asked).toBe(5)
    nextDay()
    await reread()
    expect(asked).toBe(10)
    expect(await told()).toEqual([])
  })

  it('stops the withdrawals of a chain that has lost a payment, and says so once', async () => {
    await pay('7')
    const before = await chain.rpc('evm_snapshot', [])
    const hash = await pay('9')
    await reread()
    expect(await told()).toEqual([])
    await chain.rpc('evm_revert', [before])
    nextDay()
    await reread()
    nextDay()
    await reread()
    expect(await told()).toMatchObject([{ kind: 'deposit_gone', hash, found: 'in no block' }])
    expect(await haltOf(db, 'bsc')).toBe('deposit_gone')
    const [incident] = await openIncidents(db)
    await db.transaction((tx) => resolveIncident(tx, incident?.id ?? 0n, 'looked at', clock.now()))
    nextDay()
    await reread()
    expect(await told()).toHaveLength(1)
  })

  it('believes the block where a node has forgotten the receipt', async () => {
    await pay('7')
    const [entry] = [...chains.connected]
    if (!entry) throw new Error('bsc is connected')
    const [name, connection] = entry
    const forgotten = { ...connection, port: { ...connection.port, receipt: async () => undefined } }
    await rereadChains({ db, clock, chains: { ...chains, connected: new Map([[name, forgotten]]) } })
    expect(await told()).toEqual([])
  })

  it('finds an address that somebody wrote into the database', async () => {
    await reread()
    expect(await told()).toEqual([])
    const { walletId } = await testWallet(db)
    const { serial } = await loadWallet(db, walletId)
    const address = '0x00000000000000000000000000000000DeaDBeef'
    await db.query(`INSERT INTO deposit_address (family, index, address, wallet_id) VALUES ('evm', $1, $2, $3)`, [
      serial,
      address,
      walletId,
    ])
    nextDay()
    await reread()
    expect(await told()).toEqual([{ kind: 'address_changed', wallet: walletId, address }])
    expect(await haltOf(db, 'bsc')).toBe('address_changed')
  })
})
