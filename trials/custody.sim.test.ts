import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { withdrawalsOf } from '#custody/payments/withdrawals.store.ts'
import { waitsOf } from '#custody/payments/withdrawals.ts'
import { custodyLevels } from '#custody/sweeping/custody-settings.ts'
import { watchLevels } from '#custody/sweeping/levels.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { chainsOf, chains as chainTerms } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { wallClock } from '#kit/time/clock.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { transferData } from '#outside/chains/evm/erc20.ts'
import { pauseData, takeOutData, unpauseData } from '#outside/chains/evm/vault.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type Hex, quantity } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { operate } from '#server/test/test-operator.ts'
import { ask, bind, newAddress } from './test-red-team.ts'

const one = 10n ** 18n

describe('what withdrawals are paid from', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  const clock = wallClock
  beforeAll(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  })
  afterAll(async () => {
    await db.close()
    await chain.close()
  })

  const bsc = () => chain.networks[1] as TestChain['networks'][number]
  /** Signs with the cold key of the payout contract's owner. */
  const asOwner = async (to: Hex, data: Hex) => {
    const { address: from } = chain.keys.owner
    await chain.rpc('anvil_impersonateAccount', [from])
    await chain.rpc('eth_sendTransaction', [{ from, to, data, gas: quantity(200_000) }])
    await chain.rpc('anvil_stopImpersonatingAccount', [from])
    await chain.mine(16)
  }
  const look = async () => {
    await watchNetworks({ db, clock, chains })
    await watchLevels({ db, clock, chains })
    await reconcileBooks({ db, clock, chains })
    return (await openIncidents(db)).map(({ kind, chain: where, halts, detail }) => ({ kind, where, halts, ...detail }))
  }
  const show = async (): Promise<string> => {
    const { text } = await operate({ db, clock }, 'custody show')
    return text.split('\n').find((line) => line.startsWith('bsc USDT')) ?? ''
  }

  it('is kept between a floor and a ceiling: what is above goes cold, is asked back when it is needed, and is never capital', async () => {
    await chain.mine(1 + Math.max(...chainsOf('evm').map((each) => chainTerms[each].confirmations)))
    expect(await look()).toEqual([])
    const capital = await balanceOf(db, company('capital'), 'USDT')
    expect(await show()).toContain('hot 1000000  owed 0  cold 0  to sweep 0')

    await db.transaction((tx) =>
      changeSetting(tx, custodyLevels, {
        value: { 'bsc.USDT': { floor: '100', ceiling: '1900' } },
        reason: 'a test',
        at: clock.now(),
      }),
    )
    expect(await look()).toEqual([{ kind: 'hot_high', where: 'bsc', halts: false, coin: 'USDT', amount: '999000' }])
    expect(await look()).toHaveLength(1)
    expect(await show()).toContain('PLEASE take out 999000')
    await asOwner(chain.hotAddress, takeOutData(bsc().tokens.USDT ?? '', 999_000n * one))
    expect(await look()).toEqual([])
    expect(await show()).toContain('hot 1000  owed 0  cold 999000')

    const wallet = await testWallet(db)
    const home = newAddress()
    const serial = (await loadWallet(db, wallet.walletId)).serial
    await chain.give('bsc', 'USDT', (await depositAddressOf(db, wallet.walletId, serial)) as Hex, '1500')
    await chain.mine(16)
    await look()
    await db.transaction(async (tx) => {
      await bind(tx, wallet, 'bsc', home)
      await ask(tx, wallet, 'bsc', home, 1500n * unitsPerOne)
    })
    const payer = createPayer({ db, clock, chains, confirmations: () => 2 })
    await payer.run()
    expect(await chain.balance('bsc', 'USDT', home)).toBe(0n)
    // The hot wallet has 1,000 and owes 1,499. The refill covers the shortfall plus the midpoint of its levels.
    expect(await look()).toEqual([{ kind: 'hot_low', where: 'bsc', halts: false, coin: 'USDT', amount: '1499' }])
    expect(await show()).toContain('hot 1000  owed 1499  cold 999000  to sweep 1500')
    const waits = async () => {
      const [mine] = await withdrawalsOf(db, wallet.walletId, { limit: 1 })
      return mine && waitsOf(mine, clock.now())
    }
    expect(await waits()).toEqual([{ reason: 'refill', until: null }])
    await asOwner(bsc().tokens.USDT as Hex, transferData(chain.hotAddress, 1_499n * one))
    expect(await look()).toEqual([])
    expect(await balanceOf(db, company('capital'), 'USDT')).toBe(capital)
    expect(await balanceOf(db, company('suspense'), 'USDT')).toBe(0n)

    await asOwner(chain.hotAddress, pauseData)
    await payer.run()
    expect(await look()).toEqual([{ kind: 'cap_full', where: 'bsc', halts: false, coin: 'USDT', amount: '1499' }])
    expect(await waits()).toEqual([{ reason: 'refill', until: null }])
    await asOwner(chain.hotAddress, unpauseData)
    expect(await look()).toEqual([])
    expect(await waits()).toEqual([])

    await payer.run()
    await chain.mine(2)
    await payer.run()
    expect(await chain.balance('bsc', 'USDT', home)).toBe(1_499n * one)
    expect(await look()).toEqual([])
  })
})
