import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, hourMs, stoppedClock } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { delegationTo } from '#outside/chains/evm/vault.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'

const one = 10n ** 18n

describe('what arrived at deposit addresses', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  beforeAll(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  })
  afterAll(async () => {
    await db.close()
    await chain.close()
  })

  const addressOfNew = async (): Promise<Hex> => {
    const { walletId } = await testWallet(db)
    return (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)) as Hex
  }
  const watch = () => watchNetworks({ db, clock, chains, confirmations: () => 1 })
  const sweep = () => sweepDeposits({ db, clock, chains, confirmations: () => 2 })
  const sweepAll = async (): Promise<readonly { gas: number; addresses: number }[]> => {
    const [before] = await db.query<{ id: bigint }>('SELECT coalesce(max(outgoing_id), 0)::bigint AS id FROM sweep')
    for (let round = 0; round < 8; round += 1) {
      await sweep()
      await chain.mine()
    }
    const done = await db.query<{ hash: string; addresses: string[]; state: string }>(
      `SELECT a.tx_hash AS hash, s.addresses, t.state FROM sweep s JOIN outgoing_transaction t ON t.id = s.outgoing_id
         JOIN outgoing_attempt a ON a.outgoing_id = t.id AND a.number = t.attempt
       WHERE t.id > $1 ORDER BY t.id`,
      [before?.id],
    )
    const figures = done.map(async ({ hash, addresses, state }) => {
      expect(state).toBe('confirmed')
      const { gasUsed } = (await chain.rpc('eth_getTransactionReceipt', [hash])) as { gasUsed: Hex }
      return { gas: Number(gasUsed), addresses: addresses.length }
    })
    return Promise.all(figures)
  }
  const compare = async () => {
    await watch()
    await reconcileBooks({ db, clock, chains })
    expect(await openIncidents(db)).toEqual([])
  }

  it('goes into the payout contract, many addresses in one transaction, in both dialects, without gas on any of them', async () => {
    await watch()
    const addresses = [await addressOfNew(), await addressOfNew(), await addressOfNew()]
    const hot = {
      bsc: await chain.balance('bsc', 'USDT', chain.hotAddress),
      eth: await chain.balance('eth', 'USDT', chain.hotAddress),
    }
    for (const address of addresses) {
      await chain.give('bsc', 'USDT', address, '500')
      await chain.give('eth', 'USDT', address, '30.000001')
    }
    await chain.mine()
    await compare()
    const sweeps = await sweepAll()
    expect(sweeps.map((each) => each.addresses)).toEqual([3, 3])
    for (const address of addresses) {
      expect([await chain.balance('bsc', 'USDT', address), await chain.balance('eth', 'USDT', address)]).toEqual([
        0n,
        0n,
      ])
      expect(await chain.rpc('eth_getBalance', [address, 'latest'])).toBe('0x0')
      expect(await chain.rpc('eth_getCode', [address, 'latest'])).toBe(delegationTo(chain.networks[0]?.sweeper ?? ''))
    }
    expect(await chain.balance('bsc', 'USDT', chain.hotAddress)).toBe(hot.bsc + 1500n * one)
    expect(await chain.balance('eth', 'USDT', chain.hotAddress)).toBe(hot.eth + 90_000_003n)
    await compare()
    expect(await sweepAll()).toEqual([])
  })

  it('is swept one chain after the other where the loops of two begin at once on one lane', async () => {
    const address = await addressOfNew()
    await chain.give('bsc', 'USDT', address, '500')
    await chain.give('eth', 'USDT', address, '30')
    await chain.mine()
    await watch()
    const loops = [...chains.connected].map(([name, connection]) => ({
      ...{ db, clock, confirmations: () => 2 },
      chains: { ...chains, connected: new Map([[name, connection]]) },
    }))
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(loops.map(sweepDeposits))
      await chain.mine()
    }
    const left = [await chain.balance('bsc', 'USDT', address), await chain.balance('eth', 'USDT', address)]
    expect(left).toEqual([0n, 0n])
    await compare()
  })

  it('is swept again at the same addresses for less gas, since they delegate already', async () => {
    const addresses = await Promise.all(Array.from({ length: 5 }, addressOfNew))
    const give = async () => {
      for (const address of addresses) await chain.give('bsc', 'ATMC', address, '50')
      await chain.mine()
      await watch()
    }
    await give()
    const [first] = await sweepAll()
    await give()
    const [second] = await sweepAll()
    expect(second?.addresses).toBe(5)
    expect(second?.gas ?? 0).toBeLessThan((first?.gas ?? 0) - 5 * 12_500)
    process.stdout.write(`${JSON.stringify({ gasOfFive: { first: first?.gas, later: second?.gas } })}\n`)
    await compare()
  })

  it('stays where it is while it is little, for a week at most', async () => {
    const address = await addressOfNew()
    await chain.give('bsc', 'ATMX', address, '6')
    await chain.mine()
    await watch()
    expect(await sweepAll()).toEqual([])
    clock.advance(8 * dayMs)
    expect((await sweepAll()).map((each) => each.addresses)).toEqual([1])
    expect(await chain.balance('bsc', 'ATMX', address)).toBe(0n)
  })

  it('is swept once, when a sweep leaves its block, and when the answer was lost', async () => {
    const address = await addressOfNew()
    const hot = await chain.balance('bsc', 'USDT', chain.hotAddress)
    await chain.give('bsc', 'USDT', address, '70')
    await chain.mine(3)
    await watch()
    await sweep()
    await chain.mine()
    await sweep()
    await chain.rpc('anvil_reorg', [1, []])
    await sweepAll()
    expect(await chain.balance('bsc', 'USDT', chain.hotAddress)).toBe(hot + 70n * one)
    // Simulates a payment not yet marked as swept. The coins have already left.
    await db.query('UPDATE deposit SET swept_at = NULL WHERE to_address = $1', [address])
    expect(await sweepAll()).toEqual([])
    const left = await db.query(`SELECT id FROM deposit WHERE swept_at IS NULL AND kind = 'wallet'`)
    expect(left).toEqual([])
    await compare()
  })

  it('is swept with the same nonce and a higher fee when no block takes it for an hour, and once', async () => {
    const address = await addressOfNew()
    const hot = await chain.balance('bsc', 'USDT', chain.hotAddress)
    await chain.give('bsc', 'USDT', address, '70')
    await chain.mine()
    await watch()
    const sent: string[] = []
    const broadcast: ChainPort['broadcast'] = async (raw) => {
      sent.push(raw)
      return 'accepted'
    }
    const deaf = [...chains.connected].map(
      ([name, each]) => [name, { ...each, port: { ...each.port, broadcast, knows: async () => true } }] as const,
    )
    const strand = () => sweepDeposits({ db, clock, chains: { ...chains, connected: new Map(deaf) } })
    await strand()
    await strand()
    clock.advance(hourMs + 1)
    await strand()
    const [first, second, ...others] = await db.query<{ raw: string; fee: string }>(
      `SELECT a.raw, a.fee_max_per_gas AS fee FROM outgoing_attempt a JOIN outgoing_transaction t ON t.id = a.outgoing_id
       WHERE t.purpose = 'sweep' AND t.ended_at IS NULL ORDER BY a.number`,
    )
    expect(others).toEqual([])
    expect(sent).toEqual([first?.raw, second?.raw])
    expect(BigInt(second?.fee ?? 0) * 8n).toBeGreaterThanOrEqual(BigInt(first?.fee ?? 0) * 9n)
    await chain.rpc('eth_sendRawTransaction', [first?.raw])
    await chain.mine()
    await expect(chain.rpc('eth_sendRawTransaction', [second?.raw])).rejects.toThrow('nonce too low')
    await sweepAll()
    expect(await chain.balance('bsc', 'USDT', chain.hotAddress)).toBe(hot + 70n * one)
    await compare()
  })

  it('is not swept by a contract that sends elsewhere: nothing starts with one', async () => {
    const [eth] = chain.networks
    const wrong = [{ ...(eth as (typeof chain.networks)[number]), sweeper: chain.hotAddress }]
    const connecting = connectChains({ db, networks: wrong, signer: chain.signer })
    await expect(connecting).rejects.toThrow(/does not send to its payout contract|reverted/)
  })

  it('can be sent nowhere else by whoever calls the sweeper', async () => {
    const address = await addressOfNew()
    await chain.give('bsc', 'USDT', address, '20')
    await chain.mine()
    await watch()
    await sweepAll()
    await chain.give('bsc', 'USDT', address, '9')
    await chain.mine()
    const token = chain.networks[1]?.tokens.USDT as Hex
    const stranger = '0x000000000000000000000000000000000000bEEF'
    await chain.rpc('anvil_setBalance', [stranger, '0xde0b6b3a7640000'])
    await chain.rpc('anvil_impersonateAccount', [stranger])
    const hot = await chain.balance('bsc', 'USDT', chain.hotAddress)
    const data = `0x01681a62${token.slice(2).padStart(64, '0')}`
    await chain.rpc('eth_sendTransaction', [{ from: stranger, to: address, data, gas: '0x30d40' }])
    await chain.mine()
    expect(await chain.balance('bsc', 'USDT', chain.hotAddress)).toBe(hot + 9n * one)
    await compare()
  })
})
