import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { startDevChain } from '#outside/chains/dev-chain/dev-chain.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { startSigner } from '#outside/chains/signer/start-signer.ts'
import { keepWish } from './deposits/deposits.store.ts'
import { sendGifts } from './faucet.job.ts'
import { watchNetworks } from './watch-network.job.ts'

it('gives what was wished for by a real transfer, once, and the watcher credits it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'faucet-'))
  const db = await testDb()
  const signer = await startSigner({ dataDir, cost: { memory: 64, passes: 1, parallelism: 1 } })
  const keys = await signer.publicKeys()
  const payerAddress = keys.evm.hotAddress as `0x${string}`
  const proofAddress = keys.proofAddress as `0x${string}`
  const gasAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const chain = await startDevChain({ dataDir, payerAddress, gasAddress, proofAddress, blockMs: 2 })
  try {
    const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
    const chains = await connectChains({ db, networks: chain.networks, signer })
    const { walletId } = await testWallet(db)
    await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)
    const wish = {
      key: 'wish 1',
      walletId,
      chain: 'bsc',
      coin: 'ATMC',
      units: 20_000_000_000n,
      at: clock.now(),
    } as const
    await db.transaction((tx) => keepWish(tx, wish))
    await sendGifts({ db, chains })
    // Simulates a crash between sending and recording.
    await db.query('UPDATE faucet_request SET tx_hash = NULL')
    await sendGifts({ db, chains })
    const credited = async () => {
      await watchNetworks({ db, clock, chains })
      return balanceOf(db, available(walletId), 'ATMC')
    }
    await expect.poll(credited, { interval: 5 }).toBe(20_000_000_000n)
    expect(await db.query('SELECT count(*) FROM deposit WHERE wallet_id IS NOT NULL')).toEqual([{ count: 1n }])
  } finally {
    await chain.stop()
    await signer.stop()
    await db.close()
    rmSync(dataDir, { recursive: true })
  }
})
