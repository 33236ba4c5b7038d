import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { addDays, type Day, hourMs, stoppedClock } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { linesData, writeData } from '#outside/chains/proof-log.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { buildProofs } from '../days/build.job.ts'
import { signProofs } from '../days/publish.store.ts'
import { digestOf } from '../tree/test-day.ts'
import { writeRoots } from './roots.job.ts'
import { writtenRoots } from './roots.store.ts'

const first = '2026-11-21' as Day
const clock = stoppedClock(new Date('2026-11-25T00:00:00Z'))
const key = new Uint8Array(32).fill(5)

describe('statements on a chain', () => {
  let chain: TestChain
  let db: Db
  let chains: Chains
  beforeAll(async () => {
    chain = await testChain()
    db = await testDb()
    chains = await connectChains({ db, networks: chain.networks, signer: chain.signer })
  })
  afterAll(async () => {
    await db.close()
    await chain.close()
  })

  const pass = async (day: Day) => {
    await db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(db, clock.now())
    await signProofs(db, key, clock.now())
  }
  const through = (change: (port: ChainPort) => Partial<ChainPort>): Chains => ({
    ...chains,
    connected: new Map(
      [...chains.connected].map(([name, each]) => [name, { ...each, port: { ...each.port, ...change(each.port) } }]),
    ),
  })
  const write = (seen = chains) => writeRoots({ db, now: clock.now, chains: seen, confirmations: () => 2 })
  const written = async (day: Day) => (await writtenRoots(db, day, day)).get(day) ?? []
  const digestOfDay = async (day: Day) => {
    const [row] = await db.query<{ text: string }>('SELECT text FROM proof_day WHERE day = $1', [day])
    return digestOf(row?.text ?? '')
  }
  const contract = () => chain.networks.find(({ proofLog }) => proofLog)?.proofLog as string
  const onChain = async (day: Day) =>
    (await chain.rpc('eth_call', [{ to: contract(), data: linesData(day) }, 'latest'])) as string

  it('are written once they are signed, the newest first, and told when they are deep enough', async () => {
    await write()
    await pass(first)
    await pass(addDays(first, 1))
    await write()
    expect(await written(addDays(first, 1))).toEqual([])
    await chain.mine(2)
    await write()
    expect(await written(first)).toEqual([])
    const [line] = await written(addDays(first, 1))
    expect(line).toMatchObject({ chain: 'bsc', contract: contract(), digest: await digestOfDay(addDays(first, 1)) })
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [line?.hash])) as { blockNumber: string }
    expect(Number(receipt.blockNumber)).toBe(line?.blockNumber)
    expect((await onChain(addDays(first, 1))).slice(2, 66)).toBe(line?.digest)
    for (let round = 0; round < 3; round += 1) {
      await write()
      await chain.mine(2)
    }
    expect((await written(first))[0]?.digest).toBe(await digestOfDay(first))
    const before = await chain.rpc('eth_blockNumber')
    await write()
    await chain.mine()
    expect(Number(await chain.rpc('eth_blockNumber'))).toBe(Number(before) + 1)
  })

  it('are handed over again while no block takes them, then with a higher fee, and are there once', async () => {
    const day = addDays(first, 2)
    await pass(day)
    const sent: string[] = []
    const lossy = through(() => ({
      broadcast: async (raw) => {
        sent.push(raw)
        return 'unclear'
      },
    }))
    await write(lossy)
    await write(lossy)
    expect(new Set(sent).size).toBe(1)
    clock.advance(2 * hourMs)
    await write(lossy)
    expect(new Set(sent).size).toBe(2)
    // The first transaction arrives late and uses the second's nonce.
    await chain.rpc('eth_sendRawTransaction', [sent[0]])
    await chain.mine()
    await write()
    await chain.mine()
    await write()
    const [line] = await written(day)
    expect(line?.digest).toBe(await digestOfDay(day))
  })

  it('are found on the chain again where the database went back', async () => {
    await db.query('DELETE FROM proof_root')
    for (let round = 0; round < 3; round += 1) await write()
    for (const day of [first, addDays(first, 1), addDays(first, 2)])
      expect((await written(day))[0]?.digest).toBe(await digestOfDay(day))
  })

  it('are written by nobody else, and nobody starts with a contract that somebody else writes', async () => {
    const bsc = chain.networks.find(({ proofLog }) => proofLog)
    if (!bsc) throw new Error('one chain has the contract')
    const wrong = [{ ...bsc, proofLog: chain.hotAddress }]
    await expect(connectChains({ db, networks: wrong, signer: chain.signer })).rejects.toThrow()
    const line = (day: Day) => ({ to: contract(), data: writeData(day, '11'.repeat(32), '22'.repeat(32)) })
    const { proofAddress } = await chain.signer.publicKeys()
    const tried = (from: string, day: Day) => chain.rpc('eth_call', [{ from, ...line(day) }, 'latest'])
    await expect(tried(chain.payerAddress, addDays(first, 9))).rejects.toThrow('revert')
    await expect(tried(proofAddress, addDays(first, 9))).resolves.toBe('0x')
    await expect(tried(proofAddress, first)).rejects.toThrow('revert')
  })
})
