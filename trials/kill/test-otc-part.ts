/**
 * OTC kill test: one part of the product in a separate process, on the test's database. Run: node trials/kill/test-otc-part.ts <data
 * folder> <api <port> | worker | operator <word>…> After `{ dieAt: n }` it kills itself like kill -9 at the nth step: after each statement,
 * before a commit and after it.
 */
import { pino } from 'pino'
import { openDb, openDbForOperators } from '#engine/open-db.store.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { turns } from '#kit/test/test-until.ts'
import { type Clock, wallClock } from '#kit/time/clock.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import { routes } from '#server/calls/routes.ts'
import { createHttp } from '#server/http/http.ts'
import { operate } from '#server/test/test-operator.ts'

export type ToPart = { readonly dieAt: number; readonly aheadMs: number }
export type FromPart = { readonly ready: true } | { readonly steps: number; readonly said: string }

const [dataDir = '', kind = '', ...rest] = process.argv.slice(2)
const tell = (message: FromPart): void => void process.send?.(message)

const now = { steps: 0, dieAt: 0, aheadMs: 0 }
function step(): void {
  now.steps += 1
  if (now.steps === now.dieAt) process.kill(process.pid, 'SIGKILL')
}

const counted = <S extends Sql>(sql: S): S['query'] =>
  (async (text: string, params?: readonly unknown[], name?: string) => {
    const rows = await sql.query(text, params, name)
    step()
    return rows
  }) as S['query']

function mortal(db: Db): Db {
  return {
    ...db,
    get identity() {
      return db.identity
    },
    query: counted(db),
    transaction: async (work) => {
      const answer = await db.transaction(async (tx) => {
        const made = await work({ ...tx, query: counted(tx) })
        step()
        return made
      })
      step()
      return answer
    },
  }
}

const open = kind === 'operator' ? openDbForOperators : openDb
const db = mortal(await open({ dataDir }))
const clock: Clock = { now: () => new Date(wallClock.now().getTime() + now.aheadMs) }

const begin: Record<string, () => Promise<string>> = {
  worker: async () => `${await closeUnpaid(db, clock.now())}`,
  operator: async () => (await operate({ db, clock }, rest)).text,
}

if (kind === 'api') {
  const secrets = deriveSecrets(new Uint8Array(32).fill(1))
  const log = pino({ level: 'silent' })
  const config = { secrets, demo: true, limits: 'none', memory: 'none', log } as const
  const app = await createHttp({ db, clock, calls: routes(true), config })
  await app.listen({ host: '127.0.0.1', port: Number(rest[0]) })
}
process.on('message', async ({ dieAt, aheadMs }: ToPart) => {
  const { steps } = now
  Object.assign(now, { steps: 0, dieAt, aheadMs })
  const said = await begin[kind]?.()
  tell({ steps: begin[kind] ? now.steps : steps, said: said ?? '' })
  if (!begin[kind]) return
  await turns()
  process.exit(0)
})
process.on('disconnect', () => process.exit(0))
tell({ ready: true })
