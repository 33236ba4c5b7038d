import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb, testFolderDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { keptNetworks, loadNetworks, type NetworkFacts } from '#outside/chains/network.store.ts'
import type { Network } from '#outside/chains/networks.ts'
import { serveSigner, signerSocket } from '#outside/chains/signer/signer-socket.ts'
import { startSigner } from '#outside/chains/signer/start-signer.ts'
import { type TestChain, testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { operate } from '../../test/test-operator.ts'

const worker = fileURLToPath(new URL('../../loops/worker-process.ts', import.meta.url))
const elsewhere = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

async function started(file: string, env: Readonly<Record<string, string>>, running: ChildProcess[]): Promise<string> {
  const child = fork(file, {
    env: { ...process.env, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  running.push(child)
  return new Promise((resolve) => {
    child.once('message', (said: { readonly type: string; readonly message?: string }) =>
      resolve(said.message ?? said.type),
    )
    child.once('exit', (code) => resolve(`ended with ${code}`))
  })
}

describe('two workers on one database', () => {
  it('one that knows fewer networks, other addresses or a demo does not start, says why and changes nothing', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-networks-'))
    const db = await testFolderDb(dataDir)
    const running: ChildProcess[] = []
    const signer = await startSigner({ dataDir, cost: { memory: 64, passes: 1, parallelism: 1 }, rules: wideRules })
    const served = await serveSigner(signer, signerSocket(dataDir))
    const row = (chain: 'bsc' | 'eth', more: object = {}) => ({
      chain,
      // No node listens at this address, so only the configuration counts.
      rpcUrl: 'http://127.0.0.1:9',
      evmChainId: chain === 'bsc' ? 56 : 1,
      tokens: { USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      vault: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      startBlock: 7,
      ...more,
    })
    const startWith = (...rows: readonly object[]) => {
      const file = join(dataDir, `networks-${running.length}.json`)
      writeFileSync(file, JSON.stringify(rows))
      return started(worker, { DATA_DIR: dataDir, NETWORKS_FILE: file }, running)
    }
    try {
      const company = { companyAddresses: ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'] }
      expect(await startWith(row('bsc', company), row('eth'))).toBe('ready')
      const before = await keptNetworks(db)
      expect([...before.keys()]).toEqual(['bsc', 'eth'])
      expect(await startWith(row('bsc', company))).toMatch(/eth is on in this database and missing here/)
      const others = { tokens: { USDT: elsewhere }, vault: elsewhere, coldAddress: elsewhere, startBlock: 8 }
      const said = await startWith(
        row('bsc', { companyAddresses: [elsewhere], explorerUrl: 'https://x.example/{hash}' }),
        row('eth', others),
      )
      for (const name of [
        'bsc: companyAddresses',
        'bsc: explorerUrl',
        'eth: tokens',
        'eth: vault',
        'eth: coldAddress',
        'eth: startBlock',
      ])
        expect(said).toContain(`${name} is`)
      const demo = await started(worker, { DATA_DIR: dataDir, DEMO: '1', NETWORKS_FILE: '' }, running)
      expect(demo).toContain('as a demo nothing starts on it')
      expect(await keptNetworks(db)).toEqual(before)
    } finally {
      for (const child of running) child.kill('SIGKILL')
      await served.stop()
      await signer.stop()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('the networks of a database of real coins', () => {
  let db: Db
  let chain: TestChain
  let networks: readonly Network[]
  const clock = stoppedClock(new Date('2026-11-22T10:00:00Z'))
  const folder = mkdtempSync(join(tmpdir(), 'networks-agree-'))
  const type = (line: readonly string[], name = 'ada') =>
    operate({ db, clock }, [...line, '--as', join(folder, name)], { demo: false })
  const both = async (...line: readonly string[]) => {
    const number = /^proposed: (\d+):/m.exec((await type(line)).text)?.[1] ?? ''
    return type(['approve', number], 'ben')
  }
  const connect = (given: readonly Network[]) => connectChains({ db, networks: given, signer: chain.signer })
  const on = async () => (await loadNetworks(db)).map(({ chain: name }) => name)
  beforeAll(async () => {
    db = await testDb()
    chain = await testChain()
    networks = chain.networks.map((network) => ({ ...network, demo: false, publicRpcUrl: undefined }))
    for (const name of ['ada', 'ben']) {
      await operate({ db, clock }, `operator key ${name} ${join(folder, name)}`, { demo: false })
      await type(['operator', 'add', name], name)
    }
    await connect(networks)
  })
  afterAll(async () => {
    await chain.close()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('stay as the first start wrote them, whatever a later one brings', async () => {
    const before = await on()
    expect(before.toSorted()).toEqual(networks.map(({ chain: name }) => name).toSorted())
    await expect(connect(networks.slice(1))).rejects.toThrow(`${networks[0]?.chain} is on in this database`)
    for (const [name, value] of Object.entries({
      vault: elsewhere,
      sweeper: elsewhere,
      publicRpcUrl: 'https://x.example/',
    }))
      await expect(connect(networks.map((network) => ({ ...network, [name]: value })))).rejects.toThrow(`${name} is`)
    await expect(connect(networks.map((network) => ({ ...network, demo: true })))).rejects.toThrow('demo is true here')
    expect(await on()).toEqual(before)
    await connect(networks)
  })

  it('are not changed by SQL either, but for what a node says', async () => {
    for (const change of [
      'UPDATE network SET enabled = false',
      `UPDATE network SET vault = '${elsewhere}'`,
      'UPDATE network SET demo = true',
      "UPDATE network SET explorer_url = 'https://x.example'",
      "UPDATE network SET genesis_hash = '0x'",
      `INSERT INTO network (chain, evm_chain_id, tokens, start_block, explorer_url, demo, enabled) VALUES ('tron', 1, '{}', 0, '', true, true)`,
      `INSERT INTO company_address (chain, address) VALUES ('bsc', '${elsewhere}')`,
      'DELETE FROM company_address',
    ])
      await expect(db.query(change), change).rejects.toThrow('takes the word of two operators')
    await expect(db.query('DELETE FROM network')).rejects.toThrow()
    await db.query('UPDATE network SET head = head + 1')
  })

  it('change by two operators, and then the part with the new facts starts and the one with the old does not', async () => {
    const [first, ...rest] = networks
    if (!first) throw new Error('there is a network')
    const { rpcUrl: _, ...facts } = first
    const next: NetworkFacts = { ...facts, companyAddresses: [elsewhere], explorerUrl: 'https://scan.example/{hash}' }
    expect(
      (await type(['network', 'set', JSON.stringify({ ...next, rpcUrl: 'http://127.0.0.1' }), 'a move'])).code,
    ).toBe(2)
    expect((await both('network', 'set', JSON.stringify(next), 'a move')).text).toContain('set companyAddresses of')
    await expect(connect(networks)).rejects.toThrow('companyAddresses is')
    await connect([{ ...first, ...next }, ...rest])
    const last = rest.at(-1)?.chain ?? ''
    expect((await type(['network', 'off', last, 'it ends'])).text).toContain('proposed:')
    expect(await on()).toContain(last)
    expect((await both('network', 'off', last, 'it ends')).text).toContain(`${last} is off`)
    expect(await on()).not.toContain(last)
    const { connected } = await connect([{ ...first, ...next }, ...rest])
    expect([...connected.keys()]).not.toContain(last)
    await connect([{ ...first, ...next }, ...rest.slice(0, -1)])
    expect((await both('network', 'on', last, 'it goes on')).code).toBe(0)
    expect(await on()).toContain(last)
  })
})
