import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testFolderDb } from '#engine/test-db.ts'
import { serveSigner, signerSocket } from '#outside/chains/signer-socket.ts'
import { startSigner } from '#outside/chains/start-signer.ts'
import { wideRules } from '#outside/chains/test-chain.ts'
import { leaseOwners } from './lease.store.ts'

const file = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

it('of two workers on one database one takes over all loops of the other within 15 s of a kill', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-workers-'))
  const networks = join(dataDir, 'networks.json')
  writeFileSync(networks, '[]')
  const db = await testFolderDb(dataDir)
  const cost = { memory: 64, passes: 1, parallelism: 1 }
  const signer = await startSigner({ dataDir, cost, rules: wideRules })
  const served = await serveSigner(signer, signerSocket(dataDir))
  const workers: ChildProcess[] = []
  const start = async () => {
    const env = { ...process.env, DATA_DIR: dataDir, NETWORKS_FILE: networks, LOG_LEVEL: 'silent' }
    const child = fork(file, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    workers.push(child)
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`it ended with code ${code}`)))
    })
    return child
  }
  const holders = async () => (await leaseOwners(db)).map((owner) => (JSON.parse(owner) as [string, number])[1])
  const heldBy = async ({ pid }: ChildProcess) => {
    for (let tries = 0; tries < 150; tries += 1) {
      const found = await holders()
      if (found.length === 1 && found[0] === pid) return true
      await wait(100)
    }
    return await holders()
  }
  try {
    const first = await start()
    expect(await heldBy(first)).toBe(true)
    const second = await start()
    await wait(1_000)
    expect(await holders()).toEqual([first.pid])
    first.kill('SIGKILL')
    expect(await heldBy(second)).toBe(true)
    // One that is told to stop gives everything up at once.
    second.disconnect()
    await new Promise((resolve) => second.once('exit', resolve))
    expect(await holders()).toEqual([])
  } finally {
    for (const child of workers) child.kill('SIGKILL')
    await served.stop()
    await signer.stop()
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
