import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saleStops } from '#custody/sale-stops.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import type { Db } from '#kit/store/db.ts'
import { readSetting, settingChanges } from '#kit/store/settings.store.ts'
import { type Day, dayMs, dayOf, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { devTransaction } from '#outside/chains/dev-chain/dev-genesis.ts'
import { transferData } from '#outside/chains/evm/erc20.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { checkKeys, readChain, readReserves } from '../../docs/proof/verify-reserves.mjs'
import { buildProofs } from '../days/build.job.ts'
import { signProofs } from '../days/publish.store.ts'
import { sign } from '../tree/test-day.ts'
import { checkNewest, judgeProofs, makeReserveCheck } from './judge.job.ts'
import { readChainReserves } from './read.job.ts'
import { publishedHot, publishedReserves, shortages, signReserveChecks } from './reserves.store.ts'
import { type ReserveStatement, readHotText } from './reserves.ts'
import { keepCheck, pastTroubles, troubles } from './trouble.store.ts'

type Writable = Omit<ReserveStatement, 'chains'> & {
  chains: [{ addresses: { address: string }[] }, ...object[]]
}
const key = new Uint8Array(32).fill(7)
const one = 10n ** 18n

describe('what chains have', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const wall = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  let deposit: Hex
  let walletId: Parameters<typeof available>[0]
  beforeAll(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
    walletId = (await testWallet(db)).walletId
    deposit = (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)) as Hex
    await chain.give('bsc', 'USDT', deposit, '500')
    await chain.mine(20)
    await watch()
  })
  afterAll(async () => {
    await db.close()
    await chain.close()
  })

  const watch = () => watchNetworks({ db, clock, chains, confirmations: () => 1 })
  const now = () => wall.now()
  const look = async () => {
    await watch()
    await readChainReserves({ db, clock, now, chains })
    await makeReserveCheck({ db, now })
    await signReserveChecks(db, key, wall.now())
    await judgeProofs({ db, clock, now })
  }
  const pass = async (): Promise<Day> => {
    const day = dayOf(clock.now())
    clock.advance(dayMs)
    await db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(db, clock.now())
    await signProofs(db, key, wall.now())
    await look()
    return day
  }
  const published = async () => {
    const found = await publishedReserves(db)
    if (!found) throw new Error('reserves were compared')
    return found
  }
  const nodeOf = () => chain.url
  /** Simulates a cheating operator. */
  const cheated = async (change: (said: Writable) => void) => {
    const { reserves, owing } = await published()
    const said = JSON.parse(reserves.text)
    change(said)
    return readReserves(sign(JSON.stringify(said), key), owing)
  }
  const coinOf = async (coin: string) => {
    const { reserves, owing } = await published()
    const { coins } = await readReserves(reserves, owing)
    return coins.find((each) => each.coin === coin)
  }
  const stops = () => readSetting(db, saleStops)

  it('is at one block, signed by each key, and what any node of the chain says', async () => {
    const day = await pass()
    const { reserves, owing } = await published()
    const { said, coins } = await readReserves(reserves, owing)
    expect(said.day).toBe(day)
    const bsc = said.chains.find((each) => each.chain === 'bsc')
    expect(bsc?.addresses.map(({ role }) => role)).toEqual(['payout', 'cold', 'deposit'])
    expect(bsc?.addresses[2]).toMatchObject({ address: deposit, amounts: { USDT: `${500n * one}` } })
    const payers = await checkKeys(said)
    expect(payers).toEqual({ [chain.hotAddress]: chain.payerAddress.toLowerCase() })
    for (const each of said.chains) await expect(readChain(each, nodeOf(), payers)).resolves.toBeUndefined()
    const usdt = coins.find(({ coin }) => coin === 'USDT')
    expect(usdt).toMatchObject({ owed: parseUnits('500'), reserves: parseUnits('1500500'), covered: true })
    expect(await stops()).toEqual({})
  })

  it('is signed once more of what withdrawals are paid from alone, by the same key', async () => {
    const { reserves } = await published()
    const hot = await publishedHot(db)
    if (!hot) throw new Error('reserves were compared')
    expect(hot.publicKey).toBe(reserves.publicKey)
    expect(isSignedBy(hot.text, hot.signature, hot.publicKey)).toBe(true)
    const [all, said] = [JSON.parse(reserves.text) as ReserveStatement, readHotText(hot.text)]
    const digest = createHash('sha256').update(reserves.text).digest('hex')
    expect([said.day, said.epoch, said.made, said.reserves]).toEqual([all.day, all.epoch, all.made, digest])
    for (const [place, { addresses, ...part }] of said.chains.entries()) {
      expect({ ...all.chains[place], addresses: [] }).toEqual({ ...part, addresses: [] })
      expect(addresses).toEqual(all.chains[place]?.addresses.filter(({ role }) => role === 'payout'))
    }
    expect((await checkKeys(said))[chain.hotAddress]).toBe(chain.payerAddress.toLowerCase())
    expect(hot.text).not.toContain(deposit)
    // HOT1 accepts only payout and hot addresses.
    expect(() => readHotText(hot.text.replace('"payout"', '"deposit"'))).toThrow('unreadable HOT1')
    expect(() => readHotText(reserves.text)).toThrow('unreadable HOT1')
  })

  it('counts what came after the cut for nobody, and capital that was brought as there', async () => {
    const before = (await coinOf('USDT'))?.reserves
    await chain.give('bsc', 'USDT', deposit, '70')
    await chain.mine(20)
    await watch()
    await db.query('DELETE FROM reserve_part')
    await readChainReserves({ db, clock, now, chains })
    const parts = await db.query<{ part: { chain: string; after: Record<string, string> } }>(
      'SELECT part FROM reserve_part',
    )
    const bsc = parts.find(({ part }) => part.chain === 'bsc')?.part
    expect(bsc?.after.USDT).toBe(`${parseUnits('70')}`)
    await pass()
    expect((await coinOf('USDT'))?.reserves).toBe((before ?? 0n) + (parseUnits('70') ?? 0n))
  })

  it('is counted once: an address listed twice, and two names for one chain, are refused', async () => {
    const twice = cheated(({ chains: [first] }) => first.addresses.push(...first.addresses.slice(0, 1)))
    await expect(twice).rejects.toThrow('counted twice')
    const otherCase = cheated(({ chains: [first] }) => {
      const [address] = first.addresses
      if (address) first.addresses.push({ ...address, address: address.address.toLowerCase() })
    })
    await expect(otherCase).rejects.toThrow('counted twice')
    const two = cheated((said) => said.chains.push({ ...said.chains[0], chain: 'other' }))
    await expect(two).rejects.toThrow('counted twice')
    const renamed = cheated((said) => said.chains.push({ ...said.chains[0], chain: 'other', evmChainId: '9' }))
    await expect(renamed).rejects.toThrow('counted twice')
  })

  it('is refused where a balance, a block, a key or a sum is not what it is', async () => {
    const { reserves, owing } = await published()
    await expect(
      readReserves(reserves, { ...owing, publicKey: sign('', new Uint8Array(32)).publicKey }),
    ).rejects.toThrow()
    await expect(cheated((said) => Object.assign(said, { reserves: said.reserves.with(0, '9') }))).rejects.toThrow(
      'add up',
    )
    await expect(cheated((said) => Object.assign(said, { statement: '0'.repeat(64) }))).rejects.toThrow('another day')
    const { said } = await readReserves(reserves, owing)
    const [first] = said.chains
    if (!first) throw new Error('there is a chain')
    const payers = await checkKeys(said)
    const with2 = (change: object) => ({ ...first, ...change })
    const more = first.addresses.map((each) => ({ ...each, amounts: { ...each.amounts, USDT: '1' } }))
    await expect(readChain(with2({ addresses: more }), nodeOf(), payers)).rejects.toThrow('held')
    await expect(readChain(with2({ hash: `0x${'1'.repeat(64)}` }), nodeOf(), payers)).rejects.toThrow('another block')
    await expect(readChain(with2({ evmChainId: '1' }), nodeOf(), payers)).rejects.toThrow('another chain')
    await expect(readChain(first, nodeOf(), { [chain.hotAddress]: `0x${'1'.repeat(40)}` })).rejects.toThrow(
      'another payer',
    )
    // The signature is by a different address's key.
    const theirs = first.addresses.map((each) =>
      each.role === 'deposit' ? { ...each, address: chain.payerAddress } : each,
    )
    await expect(checkKeys({ ...said, chains: [with2({ addresses: theirs })] })).rejects.toThrow(
      'not signed by its key',
    )
    const moved = { ...said, epoch: '2026-11-20T00:00:00Z' }
    await expect(checkKeys({ ...moved, chains: [with2({ addresses: first.addresses.slice(-1) })] })).rejects.toThrow()
    const coldAlone = [{ address: chain.payerAddress, role: 'cold', signature: '', amounts: {} }]
    await expect(checkKeys({ ...said, chains: [with2({ addresses: coldAlone })] })).rejects.toThrow('signature')
  })

  it('counts nobody’s coins that a contract of the company calls its owner’s: it names whom it likes', async () => {
    const { reserves, owing } = await published()
    const { said } = await readReserves(reserves, owing)
    const payers = await checkKeys(said)
    const [first] = said.chains
    const cold = first?.addresses.find(({ role }) => role === 'cold')
    expect(cold?.signature).toMatch(/^0x[0-9a-f]{130}$/)
    if (!first || !cold) throw new Error('a cold address is named')
    // A contract's claim alone does not count, because the company could deploy one that names a rich stranger.
    const owned = first.addresses.map((each) => (each === cold ? { ...cold, signature: '' } : each))
    const part = { ...first, addresses: owned }
    await expect(readChain(part, nodeOf(), payers)).resolves.toBeUndefined()
    await expect(checkKeys({ ...said, chains: [part] })).rejects.toThrow('signature')
    const another = first.addresses.map((each) =>
      each === cold ? { ...cold, address: chain.keys.company.address.toLowerCase() } : each,
    )
    await expect(checkKeys({ ...said, chains: [{ ...first, addresses: another }] })).rejects.toThrow(
      'not signed by its key',
    )
  })

  it('stops what is sold of a coin of which there is less than is owed, and of no other, until it is there', async () => {
    const postings = [
      {
        from: outside('bsc'),
        to: available(walletId),
        asset: 'USDT',
        units: parseUnits('9000000') ?? 0n,
        code: 2,
      } as const,
    ]
    await db.transaction((tx) => post(tx, { key: 'from nowhere', at: clock.now(), postings }))
    await pass()
    expect(await coinOf('USDT')).toMatchObject({ covered: false })
    expect(await stops()).toEqual({ USDT: 'reserves' })
    await chain.give('bsc', 'USDT', chain.keys.company.address, '9000000')
    await chain.mine()
    const nonce = await chain.rpc('eth_getTransactionCount', [chain.keys.company.address, 'latest'])
    const data = transferData(chain.hotAddress, 9_000_000n * one)
    const token = chains.connected.get('bsc')?.network.tokens.USDT as Hex
    await chain.rpc('eth_sendRawTransaction', [
      devTransaction(chain.keys.company, 31337, Number(nonce), { to: token, data }),
    ])
    await chain.mine(3)
    await look()
    expect(await stops()).toEqual({ USDT: 'reserves' })
    wall.advance(11 * minuteMs)
    await look()
    expect(await coinOf('USDT')).toMatchObject({ covered: true })
    expect(await stops()).toEqual({})
    const [short, ...others] = await shortages(db, 9)
    expect(others).toEqual([])
    expect(short).toMatchObject({ coin: 'USDT', until: wall.now() })
    expect((short?.until?.getTime() ?? 0) - (short?.since.getTime() ?? 0)).toBe(11 * minuteMs)
    const changes = await db.query<{ reason: string }>(
      `SELECT reason FROM setting_change WHERE name = 'sales.stops' ORDER BY id`,
    )
    expect(changes.map(({ reason }) => reason)).toEqual([
      'less USDT on chains than is owed',
      'what is owed is proven and covered again',
    ])
  })

  it('stops everything once a day is not proven for a day, and opens again by itself', async () => {
    const day = dayOf(clock.now())
    clock.advance(dayMs)
    await db.transaction((tx) => takeSnapshot(tx, day))
    await judgeProofs({ db, clock, now })
    expect((await troubles(db)).map(({ kind }) => kind)).toEqual(['unproven'])
    clock.advance(30 * dayMs)
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual({})
    wall.advance(dayMs + minuteMs)
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual(everything)
    await buildProofs(db, clock.now())
    await signProofs(db, key, wall.now())
    await look()
    expect(await stops()).toEqual({})
    await checkNewest({ db, now })
    await judgeProofs({ db, clock, now })
    expect(await troubles(db)).toEqual([])
    const [unproven] = await pastTroubles(db, 9)
    expect(unproven?.kind).toBe('unproven')
    expect((unproven?.until?.getTime() ?? 0) - (unproven?.since.getTime() ?? 0)).toBe(dayMs + minuteMs)
  })

  /** Problems stop sales only after a day of real time. */
  const stopsAfterADay = async (kind: string) => {
    await judgeProofs({ db, clock, now })
    expect((await troubles(db)).map((trouble) => trouble.kind)).toEqual([kind])
    wall.advance(dayMs - minuteMs)
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual({})
    wall.advance(2 * minuteMs)
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual(everything)
  }
  const reasonOfStops = async () => (await settingChanges(db, 1, { names: [saleStops.name] }))[0]?.reason

  it('stops everything once the daily check found for a day that a proof is not what the books say', async () => {
    await pass()
    const day = await pass()
    await rewriteHeight(db, day, 10, 11)
    await checkNewest({ db, now })
    await stopsAfterADay('broken')
    expect(await reasonOfStops()).toBe('a proof is not what the books say')
    await rewriteHeight(db, day, 11, 10)
    await checkNewest({ db, now })
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual({})
    expect(await troubles(db)).toEqual([])
  })

  it('stops everything once chains were not looked at for a day', async () => {
    const day = dayOf(clock.now())
    clock.advance(dayMs)
    await db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(db, clock.now())
    await signProofs(db, key, wall.now())
    await stopsAfterADay('unread')
    expect(await reasonOfStops()).toBe(`chains were not compared with what was owed on ${day}`)
    await look()
    expect(await stops()).toEqual({})
    expect(await troubles(db)).toEqual([])
  })

  it('says to everybody why, and not what was found in the books of whom', async () => {
    const day = (await published()).day
    await keepCheck(db, day, [`${day} cannot be made again: the leaf of ${walletId}`], now())
    await judgeProofs({ db, clock, now })
    wall.advance(dayMs + minuteMs)
    await judgeProofs({ db, clock, now })
    expect(await stops()).toEqual({ USDT: 'proof', WLD: 'proof', ATMC: 'proof', ATMX: 'proof' })
    expect((await troubles(db)).map(({ detail }) => detail)).toEqual([expect.stringContaining(walletId)])
    const [latest] = await settingChanges(db, 1, { names: [saleStops.name] })
    expect(latest?.reason).toBe('a proof is not what the books say')
  })
})

const everything = { USDT: 'proof', WLD: 'proof', ATMC: 'proof', ATMX: 'proof' }

/** Bypasses the database rules. */
const rewriteHeight = (db: Db, day: Day, from: number, to: number) =>
  asOwner(
    db,
    `ALTER TABLE proof_day DISABLE TRIGGER append_only;
     UPDATE proof_day SET text = replace(text, '"log2":${from}', '"log2":${to}') WHERE day = '${day}';
     ALTER TABLE proof_day ENABLE TRIGGER append_only`,
  )
