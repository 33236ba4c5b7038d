import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Db } from '#kit/store/db.ts'
import { dayMs, wallClock } from '#kit/time/clock.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import {
  ask,
  bind,
  forgeBalance,
  hundred,
  type Mallory,
  newAddress,
  type Victim,
  type Way,
  ways,
  wipePayments,
  write,
} from './test-red-team.ts'

const dayLimit = { atOnce: 10n * hundred, inDay: 50n * hundred }

let chain: TestChain
let db: Db
let chains: Chains
let mallory: Mallory
const thief = newAddress()

beforeAll(async () => {
  chain = await testChain({ rules: { ...wideRules, USDT: dayLimit, changeHoldMs: 3 * dayMs } })
  db = await testDb()
  chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  mallory = { ...(await testWallet(db)), address: newAddress() }
  await db.transaction(async (tx) => {
    await bind(tx, mallory, 'bsc', mallory.address)
    // Disables the database's hourly delay, so only the signer and payout contract stop attacks.
    const unbounded = { hourValue: '999999999', rushPercent: 1000, rushFloorValue: '999999999' }
    await write(tx, `INSERT INTO setting (name, value) VALUES ('withdrawals.velocity', $1)`, [
      JSON.stringify(unbounded),
    ])
  })
})
afterAll(async () => {
  await db.close()
  await chain.close()
})

const payer = () => createPayer({ db, clock: wallClock, chains, confirmations: () => 1 })

async function newVictim({ before = [] }: Partial<Way> = {}): Promise<Victim> {
  const wallet = await testWallet(db, { at: wallClock.now() })
  const address = newAddress()
  await db.transaction(async (tx) => {
    await bind(tx, wallet, 'bsc', address)
    const posting = {
      from: outside('bsc'),
      to: available(wallet.walletId),
      asset: 'USDT' as const,
      units: 2n * hundred,
      code: 2,
    }
    await post(tx, { key: `test:${wallet.walletId}`, at: wallClock.now(), postings: [posting] })
  })
  await payer().run()
  for (const step of before) {
    await db.transaction((tx) => step({ tx, victim: { ...wallet, address }, thief }))
    await payer().run()
  }
  const id = await db.transaction((tx) => ask(tx, wallet, 'bsc', address))
  return { ...wallet, address, id }
}

/** Runs a new payer for four rounds. @returns everything the operator sees */
async function payAndListen(): Promise<string> {
  const heard: string[] = []
  const fresh = payer()
  for (let round = 0; round < 4; round += 1) {
    await fresh.run().catch((error: unknown) => heard.push(String(error)))
    await chain.mine(2)
  }
  const notes = await db.query<{ note: string }>(`SELECT note FROM withdrawal WHERE note <> ''`)
  return [
    ...heard,
    ...notes.map(({ note }) => note),
    JSON.stringify(await openIncidents(db), (_, each) => (typeof each === 'bigint' ? `${each}` : each)),
  ].join(' ')
}

async function cleanUp(): Promise<void> {
  const next = (await chain.signer.memory()).next[31337] ?? 0
  await db.transaction(async (tx) => {
    await wipePayments(tx)
    await write(tx, `DELETE FROM withdrawal`)
    await write(tx, `DELETE FROM address_change`)
    await write(tx, 'DELETE FROM chain_incident')
    await write(tx, 'UPDATE payment_lane SET next_nonce = $1', [next])
  })
}

describe('with the API and the database in the hands of a red team', () => {
  afterEach(cleanUp)
  it.each(ways)('nothing goes elsewhere or twice: it $name', async (way) => {
    const victim = await newVictim(way)
    const whole = 99n * 10n ** 18n
    if (way.isPaidFirst) {
      await payAndListen()
      expect(await chain.balance('bsc', 'USDT', victim.address)).toBe(whole)
    }
    await db.transaction((tx) => way.attack({ tx, victim, mallory, thief }))
    const heard = await payAndListen()
    expect(heard).toMatch(way.refused)
    expect(await chain.balance('bsc', 'USDT', victim.address)).toBeLessThanOrEqual(whole)
    for (const address of [thief, mallory.address])
      for (const network of chain.networks)
        for (const coin of Object.keys(network.tokens) as ('USDT' | 'WLD' | 'ATMC' | 'ATMX')[])
          expect(await chain.balance(network.chain, coin, address), `${coin} on ${network.chain}`).toBe(0n)
  })

  it('what is left to it, a balance booked from nothing to an address of its own, ends at the limit of the day', async () => {
    await db.transaction(async (tx) => {
      await forgeBalance(tx, mallory.walletId, 60n * 10n * hundred)
      for (let count = 0; count < 20; count += 1) await ask(tx, mallory, 'bsc', mallory.address, 9n * hundred)
    })
    await payAndListen()
    const stolen = await chain.balance('bsc', 'USDT', mallory.address)
    expect(stolen).toBeGreaterThan(0n)
    expect(stolen).toBeLessThanOrEqual(5_000n * 10n ** 18n)
    expect((await chain.signer.memory()).limits.USDT.left).not.toBe('0')
    const [rest] = await db.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM withdrawal w LEFT JOIN payment p ON p.withdrawal_id = w.id
       WHERE w.state = 'sending' AND p.withdrawal_id IS NULL`,
    )
    expect(Number(rest?.count)).toBeGreaterThanOrEqual(15)
  })
})
