import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { addDays, dayOf, hourMs, startOf, wallClock } from '#kit/time/clock.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import type { GuessWorld } from './test-guess-world.ts'

const file = fileURLToPath(new URL('./guess-process.ts', import.meta.url))

export async function guessProcesses(): Promise<GuessWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guesses-'))
  const db = await testFolderDb(dataDir)
  const port = await freePort()
  const clients: TestClient[] = []
  let aheadMs = startOf(addDays(dayOf(wallClock.now()), 1)).getTime() + hourMs - wallClock.now().getTime()
  let child: ChildProcess | undefined
  const end = async () => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const world: GuessWorld = {
    db,
    wall: () => new Date(wallClock.now().getTime() + aheadMs),
    client: () => {
      const client = testClient(`http://127.0.0.1:${port}`, { now: world.wall })
      clients.push(client)
      return client
    },
    pause: async (ms) => {
      aheadMs += ms
      child?.send({ laterMs: ms })
      await once(child as ChildProcess, 'message')
    },
    live: async (limits, laterMs = 0) => {
      await end()
      aheadMs += laterMs
      child = fork(file, [dataDir, `${port}`, limits, `${aheadMs}`])
      await once(child, 'message')
      for (const { line } of clients) line.requestToken = undefined
    },
    close: async () => {
      await end()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await world.live('none')
  return world
}
