import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { expect } from '#kit/expect.ts'
import { randomUuid } from '#kit/text/random.ts'
import { minuteMs, wallClock } from '#kit/time/clock.ts'
import { readAnswer } from '#kit/wire/answer.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { RefusedAnswer } from '#server/test/test-wire.ts'
import type { FromPart, ToPart } from './test-otc-part.ts'

const file = fileURLToPath(new URL('./test-otc-part.ts', import.meta.url))
const lateMs = 31 * minuteMs

/** Chooses the step at which to kill a process; 0: never. `steps` is the total, if known. */
export type Fate = (name: string, steps: number | undefined) => number

/** Creates a database that survives kills of the processes around it. */
export async function mortalWorld(fate: Fate) {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-otc-kill-'))
  const db = await testFolderDb(dataDir)
  const port = await freePort()
  const told = { aheadMs: 0 }
  const steps = new Map<string, number>()
  const met = { kills: 0, repeats: 0, unharmed: 0 }

  const start = (kind: string, ...words: readonly string[]) => begun(fork(file, [dataDir, kind, ...words]))
  let api = await start('api', `${port}`)
  const tellApi = (dieAt: number) => ask(api, { dieAt, ...told })

  async function run(name: string, kind: 'worker' | 'operator', ...words: readonly string[]): Promise<string> {
    const child = await start(kind, ...words)
    const ended = await ask(child, { dieAt: fate(name, steps.get(name)), ...told })
    if (ended) {
      steps.set(name, ended.steps)
      met.unharmed += 1
      return ended.said
    }
    met.kills += 1
    const again = await ask(await start(kind, ...words), { dieAt: 0, ...told })
    expect(again, 'a process that is not killed ends')
    return again.said
  }

  /** Makes a call, kills the API at a step, restarts it and repeats the call with the same key. All answers must match. */
  async function make<C extends Contract>(
    client: TestClient,
    contract: C,
    input: CallInputOf<C>,
    name: string = contract.path,
  ): Promise<OutputOf<C>> {
    const bent = { headers: { 'Idempotency-Key': randomUuid() } }
    if (contract.access === 'money') await client.confirm()
    const send = () => client.send(contract, input, bent)
    await tellApi(fate(name, steps.get(name)))
    const first = await send().catch(() => undefined)
    if (first) {
      steps.set(name, (await tellApi(0))?.steps ?? 0)
      met.unharmed += 1
    } else {
      await ended(api)
      met.kills += 1
      api = await start('api', `${port}`)
      await tellApi(0)
    }
    const answer = first ?? (await send())
    const { envelope } = answer
    if (envelope.code !== 0) throw new RefusedAnswer(contract.path, envelope)
    const repeated = await send()
    met.repeats += 1
    expect(isDeepStrictEqual(repeated.envelope, envelope), `${contract.path} answers a repeat as it answered first`)
    return readAnswer(contract, envelope.data)
  }

  return {
    db,
    met,
    steps,
    now: () => new Date(wallClock.now().getTime() + told.aheadMs),
    client: () => testClient(`http://127.0.0.1:${port}`),
    make,
    worker: (name: string) => run(name, 'worker'),
    operator: (...words: readonly string[]) => run('operator', 'operator', ...words),
    /** Advances time, by default past all payment deadlines. */
    late: async (byMs = lateMs) => {
      told.aheadMs += byMs
      await tellApi(0)
    },
    close: async () => {
      api.kill('SIGKILL')
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type MortalWorld = Awaited<ReturnType<typeof mortalWorld>>

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

function begun(child: ChildProcess): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a part ended with ${code} before it was up`))
    child.once('exit', gone)
    child.once('message', () => {
      child.off('exit', gone)
      resolve(child)
    })
  })
}

function ask(child: ChildProcess, message: ToPart): Promise<Extract<FromPart, { steps: number }> | undefined> {
  return new Promise((resolve, reject) => {
    const heard = (said: FromPart) => {
      child.off('exit', gone)
      resolve('steps' in said ? said : undefined)
    }
    const gone = (code: number | null, signal: string | null) => {
      child.off('message', heard)
      if (signal === 'SIGKILL') resolve(undefined)
      else reject(new Error(`a part ended with ${code}`))
    }
    child.once('message', heard)
    child.once('exit', gone)
    child.send(message)
  })
}
