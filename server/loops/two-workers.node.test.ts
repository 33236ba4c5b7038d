import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { asOwner, testFolderDb } from '#engine/test/test-db.ts'
import { until } from '#kit/test/test-until.ts'
import { serveSigner, signerSocket } from '#outside/chains/signer/signer-socket.ts'
import { startSigner } from '#outside/chains/signer/start-signer.ts'
import { wideRules } from '#outside/chains/test/test-chain.ts'
import { leaseOwners } from './lease.store.ts'

const file = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

it('of two workers on one database one takes over all loops of the other after a kill', async () => {
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
  const heldBy = ({ pid }: ChildProcess) =>
    until('it alone holds all loops', async () => isDeepStrictEqual(await holders(), [pid]))
  await asOwner(
    db,
    `CREATE TABLE looked (owner text);
     CREATE FUNCTION note_look() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       'BEGIN INSERT INTO public.looked VALUES (new.owner); RETURN new; END';
     CREATE TRIGGER note_look BEFORE INSERT ON worker_lease FOR EACH ROW WHEN (new.name = 'house') EXECUTE FUNCTION note_look();
     GRANT SELECT ON looked TO PUBLIC`,
  )
  const looksOf = async ({ pid }: ChildProcess) =>
    (await db.query<{ owner: string }>('SELECT owner FROM looked')).filter(({ owner }) => JSON.parse(owner)[1] === pid)
      .length
  try {
    const first = await start()
    await heldBy(first)
    const second = await start()
    await until('the second has looked twice', async () => (await looksOf(second)) >= 2)
    expect(await holders()).toEqual([first.pid])
    first.kill('SIGKILL')
    await heldBy(second)
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
})
