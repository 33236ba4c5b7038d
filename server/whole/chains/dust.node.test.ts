import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { rereadChains } from '#custody/comparing/reread.job.ts'
import { keepPart } from '#custody/watching/block-part.store.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type Batch, type BatchPayment, testBatch } from '#outside/chains/test/test-batch.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { bscWithReceipts } from '../../test/test-asked-receipts.ts'

const confirmations = 3
/** In token base units on BNB Smart Chain. */
const unit = 10n ** 10n
/** Dust older than this many blocks is already booked. */
const blocksKept = 12

class Killed extends Error {}

describe('thousands of payments of next to nothing', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  let batch: Batch
  let asked = 0
  const holders: { walletId: WalletId; address: Hex }[] = []
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const watch = (through: Db = db) =>
    watchNetworks({ db: through, clock, chains, confirmations: () => confirmations, blocksKept })
  const spread = (baseUnits: bigint): BatchPayment[] => holders.map(({ address }) => ({ to: address, baseUnits }))
  const pay = (payments: readonly BatchPayment[], times = 1) => batch.pay('bsc', 'USDT', payments, times)
  const bury = async () => {
    await chain.mine(blocksKept + 1)
    await watch()
  }
  const counted = async () => {
    const [row] = await db.query<{ payments: bigint; fine: string; rows: bigint }>(
      `SELECT coalesce(sum(payments), 0)::bigint AS payments, coalesce(sum(fine), 0)::text AS fine, count(*) AS rows
       FROM (SELECT payments, fine FROM dust_in_block UNION ALL SELECT payments, fine FROM dust) AS d`,
    )
    return row
  }
  const released = async () => {
    const rows = await db.query<{ units: bigint }>('SELECT amount AS units FROM record WHERE code = 2 ORDER BY id')
    return rows.map(({ units }) => units)
  }
  const has = ({ walletId }: { walletId: WalletId }) => balanceOf(db, available(walletId), 'USDT')
  const suspense = () => balanceOf(db, company('suspense'), 'USDT')
  const expectBooksEqual = async () => {
    await reconcileBooks({ db, clock, chains })
    const [found] = (await reconciliations(db)).filter(({ coin }) => coin === 'USDT')
    expect(found?.difference).toBe(0n)
    expect(await openIncidents(db)).toEqual([])
    expect(await audit(db)).toEqual([])
  }

  beforeEach(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await bscWithReceipts(db, chain, () => {
      asked += 1
    })
    holders.length = 0
    for (let count = 0; count < 3; count += 1) {
      const { walletId } = await testWallet(db)
      const address = await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)
      holders.push({ walletId, address: address as Hex })
    }
    const bsc = chain.networks.find((network) => network.chain === 'bsc')
    if (!bsc) throw new Error('the chain has the network')
    batch = await testBatch(
      {
        rpc: chain.rpc,
        evmChainId: bsc.evmChainId,
        deployer: chain.keys.deployer,
        tokenOf: (_, coin) => bsc.tokens[coin] as Hex,
        mine: () => chain.mine(),
      },
      [['bsc', 'USDT']],
    )
    await chain.mine(confirmations)
    await watch()
    asked = 0
  })
  afterEach(async () => {
    await db.close()
    await chain.close()
  })

  it('ask for one receipt a transaction that holds payments, and for none where it is all dust', async () => {
    await pay([...spread(unit), ...spread(10n ** 18n)], 180)
    await pay(spread(unit), 100)
    await chain.mine()
    await watch()
    expect(asked).toBe(1)
    const [payments] = await db.query<{ count: bigint }>(`SELECT count(*) FROM deposit WHERE kind = 'wallet'`)
    expect(payments?.count).toBe(540n)
    expect(await counted()).toEqual({ payments: 840n, fine: `${840n * unit}`, rows: 3n })
  })

  it('are read again once a day by one question for each transaction, and by none where it is all dust', async () => {
    await pay([...spread(unit), ...spread(10n ** 18n)], 20)
    await pay(spread(unit), 100)
    await chain.mine(confirmations)
    await watch()
    asked = 0
    await rereadChains({ db, clock, chains })
    expect(asked).toBe(4)
  })

  it('are read on inside their block by a watcher that was killed, and each is counted once', async () => {
    for (const times of [1_000, 1_000]) await pay(spread(unit), times)
    await pay(spread(10n ** 18n))
    await chain.mine()
    const mortal = (lives: number, keepsLast: boolean): Db => ({
      ...db,
      transaction: async (work) => {
        if (lives === 0) throw new Killed()
        lives -= 1
        if (lives > 0 || keepsLast) return db.transaction(work)
        return db.transaction(async (tx) => {
          await work(tx)
          throw new Killed()
        })
      },
    })
    const seen: bigint[] = []
    for (let run = 0; run < 4; run += 1) {
      const before = await counted()
      const until = run % 2 === 0 ? mortal(1, true) : mortal(1, false)
      await expect(watch(until)).rejects.toThrow(Killed)
      const after = await counted()
      if (run % 2 === 1) expect(after).toEqual(before)
      seen.push(after?.payments ?? 0n)
      await expectBooksEqual()
    }
    // Two batches of 2,500 were committed and two lost.
    expect(seen).toEqual([2_500n, 2_500n, 5_000n, 5_000n])
    await watch()
    expect(await counted()).toEqual({ payments: 6_000n, fine: `${6_000n * unit}`, rows: 3n })
    await chain.mine(confirmations)
    await watch()
    for (const holder of holders) expect(await has(holder)).toBe(0n)
    expect(await suspense()).toBe(3n * 10n ** 8n)
    await expectBooksEqual()
  })

  it('are counted once where two watchers read one block', async () => {
    await pay(spread(unit), 1_000)
    await chain.mine()
    const results = await Promise.allSettled([watch(), watch(), watch()])
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    await watch()
    expect((await counted())?.payments).toBe(3_000n)
    const block = { number: 1_000_000, hash: '0xa', parent: '0x' }
    const transfer = { coin: 'USDT', hash: '0xb', logIndex: 1, from: '0x', to: '0x', baseUnits: 1n } as const
    const keep = (before?: Awaited<ReturnType<typeof keepPart>>) =>
      db.transaction((tx) => keepPart(tx, 'bsc', block, { ...transfer, logIndex: (before?.logIndex ?? 0) + 1 }, before))
    const first = await keep()
    await keep(first)
    await expect(keep(first)).rejects.toThrow('somebody else reads this chain')
    await expect(keep()).rejects.toThrow()
  })

  it('are not counted again by a watcher that comes to a block somebody has just read to its end', async () => {
    const block = { number: 7, hash: '0xa', parent: '0x' }
    const transfer = { coin: 'USDT', hash: '0xb', logIndex: 1, from: '0x', to: '0x', baseUnits: 1n } as const
    await db.query("INSERT INTO chain_block (chain, number, hash, parent, at) VALUES ('bsc', 7, '0xa', '0x', now())")
    const late = db.transaction((tx) => keepPart(tx, 'bsc', block, transfer, undefined))
    await expect(late).rejects.toThrow('somebody else reads this chain')
    await db.query("DELETE FROM chain_block WHERE hash = '0xa'")
  })

  it('go with a block that goes, also one that is not read to its end', async () => {
    await pay(spread(unit), 300)
    await chain.mine()
    await watch()
    expect((await counted())?.payments).toBe(900n)
    await chain.rpc('anvil_reorg', [1, []])
    await watch()
    expect((await counted())?.payments).toBe(0n)
    await pay(spread(unit), 1_000)
    await chain.mine()
    await expect(watch({ ...db, transaction: onceThenKilled(db) })).rejects.toThrow(Killed)
    expect((await counted())?.payments).toBe(2_500n)
    await chain.rpc('anvil_reorg', [1, []])
    await watch()
    expect((await counted())?.payments).toBe(0n)
    await pay(spread(unit), 200)
    await chain.mine()
    await watch()
    expect((await counted())?.payments).toBe(600n)
    await expectBooksEqual()
  })

  it('come back as the payments they were booked as, when the floor is higher since', async () => {
    const raw = await signedGift('0.05')
    await chain.mine(confirmations)
    await watch()
    expect(await suspense()).toBe(5_000_000n)
    await db.query(`INSERT INTO setting (name, value) VALUES ('deposits.floors', '{"USDT": "1"}')`)
    await chain.rpc('anvil_reorg', [confirmations, []])
    await watch()
    expect((await openIncidents(db)).map(({ kind }) => kind)).toEqual(['deep_reorg'])
    await chain.rpc('eth_sendRawTransaction', [raw])
    await pay(spread(unit))
    await chain.mine(confirmations)
    await watch()
    const rows = await db.query<{ state: string }>(
      `SELECT state FROM deposit WHERE kind = 'wallet' AND orphaned_at IS NULL`,
    )
    expect(rows).toEqual([{ state: 'collecting' }])
    expect(await suspense()).toBe(5_000_000n)
    expect((await counted())?.payments).toBe(3n)
  })

  it('wait with the other small payments, and reach the wallet by one posting, exactly what came', async () => {
    const [first, second] = holders
    if (!first || !second) throw new Error('there are holders')
    // 200 payments of 0.02, and 900 of 0.7 units; in total 630.
    await pay([{ to: first.address, baseUnits: 2n * 10n ** 16n }], 200)
    await pay(spread(7n * 10n ** 9n), 300)
    await chain.mine()
    await bury()
    expect(await released()).toEqual([])
    expect(await counted()).toEqual({ payments: 900n, fine: `${900n * 7n * 10n ** 9n}`, rows: 3n })
    expect(await suspense()).toBe(200n * 2_000_000n + 630n)
    const [entries] = await db.query<{ count: bigint }>(
      `SELECT count(*) FROM record p JOIN balance a ON a.id = p.credit WHERE a.purpose = 'suspense' AND p.amount = 630`,
    )
    expect(entries?.count).toBe(1n)
    await expectBooksEqual()
    await chain.give('bsc', 'USDT', first.address, '1.5')
    await chain.mine(confirmations)
    await watch()
    expect(await released()).toEqual([400_000_000n + 210n + 150_000_000n])
    expect(await has(first)).toBe(550_000_210n)
    expect(await suspense()).toBe(420n)
    await expectBooksEqual()
    await chain.give('bsc', 'USDT', second.address, '7')
    await chain.mine(confirmations)
    await watch()
    expect((await released()).slice(1).toSorted()).toEqual([210n, 700_000_000n].toSorted())
    expect(await suspense()).toBe(210n)
    await expectBooksEqual()
  })

  it('are given by themselves once they reach the minimum, as often as they do', async () => {
    const [first] = holders
    if (!first) throw new Error('there is a holder')
    for (const times of [1n, 2n]) {
      await pay([{ to: first.address, baseUnits: 9n * 10n ** 15n }], 560)
      await chain.mine()
      await bury()
      expect(await released()).toEqual(Array.from({ length: Number(times) }, () => 504_000_000n))
      expect(await has(first)).toBe(504_000_000n * times)
      expect(await suspense()).toBe(0n)
      await expectBooksEqual()
    }
    const rows = await db.query<{ payments: bigint; times: number }>('SELECT payments, times_given AS times FROM dust')
    expect(rows).toEqual([{ payments: 1_120n, times: 2 }])
  })

  it('to the company itself are nobody’s, and one row', async () => {
    await pay([{ to: chain.hotAddress, baseUnits: unit }], 300)
    await chain.mine()
    await bury()
    expect(await counted()).toEqual({ payments: 300n, fine: `${300n * unit}`, rows: 1n })
    expect(await suspense()).toBe(300n)
    await expectBooksEqual()
  })

  async function signedGift(amount: string): Promise<Hex> {
    const [first] = holders
    if (!first || !parseUnits(amount)) throw new Error('there is a holder')
    const hash = await chain.give('bsc', 'USDT', first.address, amount)
    return (await chain.rpc('eth_getRawTransactionByHash', [hash])) as Hex
  }
})

function onceThenKilled(db: Db): Db['transaction'] {
  let lives = 1
  return async (work) => {
    if (lives === 0) throw new Killed()
    lives -= 1
    return db.transaction(work)
  }
}
