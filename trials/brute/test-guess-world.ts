import type { FastifyInstance } from 'fastify'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { routes } from '#server/calls/routes.ts'
import { createHttp } from '#server/http/http.ts'
import { limitsFor } from '#server/limits/rate-limit.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'

export type GuessWorld = {
  readonly db: Db
  readonly wall: () => Date
  client(): TestClient
  pause(ms: number): Promise<void>
  /** Restarts the server at a later time. 'none' disables limits. */
  live(limits: 'none' | 'real', laterMs?: number): Promise<void>
  close(): Promise<void>
}

export async function guessWorld(): Promise<GuessWorld> {
  const db = await testDb()
  const wall = stoppedClock(new Date('2026-11-22T12:00:00.000Z'))
  const clients: TestClient[] = []
  let app: FastifyInstance | undefined
  const world: GuessWorld = {
    db,
    wall: () => wall.now(),
    client: () => {
      const client = testClient(app as FastifyInstance, { now: () => wall.now() })
      clients.push(client)
      return client
    },
    pause: async (ms) => wall.advance(ms),
    live: async (limits, laterMs = 0) => {
      await app?.close()
      wall.advance(laterMs)
      const config = { secrets: testSecrets, demo: true, wall, memory: 'none' } as const
      app = await createHttp({
        db,
        clock: wall,
        calls: routes(true),
        config: { ...config, limits: limits === 'none' ? 'none' : limitsFor(false) },
      })
      for (const { line } of clients) Object.assign(line, { target: app, requestToken: undefined })
    },
    close: async () => {
      await app?.close()
      await db.close()
    },
  }
  await world.live('none')
  return world
}
