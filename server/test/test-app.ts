import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { testDb } from '#engine/test/test-db.ts'
import { argon, passwordCost } from '#identity/passwords/password.server.ts'
import type { Db } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { type Clock, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import type { Implementation } from '#kit/wire/implement.api.ts'
import { routes } from '../calls/routes.ts'
import { createHttp, type HttpConfig } from '../http/http.ts'
import { type TestClient, testClient } from './test-client.ts'

type MovedClock = ReturnType<typeof stoppedClock>
export type TestApp = {
  readonly app: FastifyInstance
  readonly db: Db
  readonly clock: MovedClock
  readonly wall: MovedClock
  readonly logged: () => string
  client(userAgent?: string): TestClient
  close(): Promise<void>
}

/** Cheap hash for tests; identity/passwords/password.server.test.ts covers the real cost. */
argon.cost = { ...passwordCost, memoryCost: 64, timeCost: 1 }

const start = new Date('2026-11-22T12:00:00.000Z')

/**
 * The real server without a socket, on a fresh database with stopped clocks. Strict: undeclared responses or errors fail. Call `close()`.
 */
export async function testApp(
  options: { calls?: readonly Implementation[]; config?: Partial<HttpConfig>; db?: Db; clock?: Clock } = {},
): Promise<TestApp> {
  const db = options.db ?? (await testDb())
  const [clock, wall] = [stoppedClock(start), stoppedClock(start)]
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const secrets = deriveSecrets(new Uint8Array(32).fill(1))
  const log = pino({ level: 'trace' }, sink)
  const config = {
    secrets,
    demo: true,
    wall,
    strict: true,
    limits: 'none',
    memory: 'none',
    log,
    ...options.config,
  } as const
  const app = await createHttp({ db, clock: options.clock ?? clock, calls: options.calls ?? routes(true), config })
  return {
    app,
    db,
    clock,
    wall,
    logged: () => lines.join(''),
    client: (userAgent) => testClient(app, { now: () => wall.now(), ...(userAgent ? { userAgent } : {}) }),
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

export const pastCodes = 2 * minuteMs
