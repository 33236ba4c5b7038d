import { setTimeout as wait } from 'node:timers/promises'
import { fail } from '#kit/failure.ts'
import { batched } from '#kit/store/batch.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { MailScene } from '../mail/mail-scenes.ts'
import {
  type Attempts,
  attemptsLeft,
  type CodeShare,
  codeShares,
  countStale,
  countWrong,
  dayAttemptsMax,
  lockOf,
  noAttempts,
  takeOne,
} from './attempts.ts'

/**
 * Each scope is counted separately, so guesses in one do not lock another. Assumed: sign-ins from known devices count separately, so a
 * stranger with the wallet ID cannot lock out its holder.
 */
export type TryScope = 'check' | 'passkey' | 'login' | `login:${string}` | `code:${CodeShare}` | `mail:${MailScene}`

export type Try = { readonly allowed: true } | { readonly allowed: false; readonly until: Date }

const waitMs = 25
const waitsMax = 400

type Asked = { readonly walletId: string; readonly scope: TryScope; readonly wall: Date }

const nameOf = ({ walletId, scope }: Pick<Asked, 'walletId' | 'scope'>): string => `${walletId} ${scope}`

async function lockRow(tx: Tx, walletId: string, scope: TryScope, wall: Date): Promise<Attempts> {
  await tx.query(
    'INSERT INTO secret_attempts (wallet_id, scope, attempts, locks, at) VALUES ($1, $2, 0, 0, $3) ON CONFLICT DO NOTHING',
    [walletId, scope, wall],
  )
  const [row] = await tx.query<Attempts>(
    `SELECT attempts AS wrong, pending, locks, locked_until AS "lockedUntil", day, day_wrong AS "dayWrong", at
     FROM secret_attempts WHERE wallet_id = $1 AND scope = $2 FOR UPDATE`,
    [walletId, scope],
  )
  return row ?? noAttempts(wall)
}

const keep = (tx: Tx, walletId: string, scope: TryScope, attempts: Attempts) =>
  tx.query(
    `UPDATE secret_attempts SET attempts = $3, pending = $4, locks = $5, locked_until = $6, day = $7, day_wrong = $8, at = $9
     WHERE wallet_id = $1 AND scope = $2`,
    [
      walletId,
      scope,
      attempts.wrong,
      attempts.pending,
      attempts.locks,
      attempts.lockedUntil,
      attempts.day,
      attempts.dayWrong,
      attempts.at,
    ],
  )

const dayMaxOf = (scope: TryScope): number =>
  scope === 'code:door' ? codeShares.door : scope === 'code:inside' ? codeShares.inside : dayAttemptsMax

function decide(
  row: Attempts,
  { wall, scope }: Pick<Asked, 'wall' | 'scope'>,
): { readonly taken: Try | 'later'; readonly attempts: Attempts } {
  const attempts = countStale(row, wall, dayMaxOf(scope))
  const lock = lockOf(attempts, wall)
  if (lock) return { taken: { allowed: false, until: lock }, attempts }
  if (attempts.pending >= attemptsLeft(attempts, wall, dayMaxOf(scope))) return { taken: 'later', attempts }
  return { taken: { allowed: true }, attempts: takeOne(attempts, wall) }
}

const takeAlone = (db: Db, { walletId, scope, wall }: Asked): Promise<Try | 'later'> =>
  db.transaction(async (tx) => {
    const row = await lockRow(tx, walletId, scope, wall)
    const { taken, attempts } = decide(row, { wall, scope })
    if (attempts !== row) await keep(tx, walletId, scope, attempts)
    return taken
  })

/**
 * Counts the attempt before the comparison, in a separate transaction, so later refusals do not undo it. The caller must settle it by
 * `rightTry`, `wrongTry` or `returnTry`. No more attempts run concurrently than may fail before a lock, so parallel guesses gain nothing.
 * Further attempts wait. @throws request.busy after waiting too long
 */
export async function takeTry(db: Db, walletId: string, scope: TryScope, wall: Date): Promise<Try> {
  const asked = { walletId, scope, wall }
  for (let waits = 0; waits < waitsMax; waits++) {
    const taken = (await takerOf(db)(asked)) ?? (await takeAlone(db, asked))
    if (taken !== 'later') return taken
    await wait(waitMs)
  }
  return fail('request.busy')
}

const takeFill = 16

type Taker = (asked: Asked) => Promise<Try | 'later' | undefined>
const takers = new WeakMap<Db, Taker>()

function takerOf(db: Db): Taker {
  const known = takers.get(db)
  if (known) return known
  const made: Taker = batched((asked: readonly Asked[]) => takeFree(db, asked), {
    lanes: 2,
    fill: takeFill,
    apart: nameOf,
  })
  takers.set(db, made)
  return made
}

/** Takes attempts whose rows are unlocked. Each pair of wallet and scope may occur once. */
const takeFree = (db: Db, asked: readonly Asked[]): Promise<(Try | 'later' | undefined)[]> =>
  db.transaction(async (tx) => {
    const rows = await lockFree(tx, asked)
    const unknown = asked.filter((each) => !rows.has(nameOf(each)))
    if (unknown.length > 0) {
      await addRows(tx, unknown)
      for (const [name, row] of await lockFree(tx, unknown)) rows.set(name, row)
    }
    const changed: (Asked & { readonly attempts: Attempts })[] = []
    const taken = asked.map((each) => {
      const row = rows.get(nameOf(each))
      if (!row) return undefined
      const decided = decide(row, each)
      if (decided.attempts !== row) changed.push({ ...each, attempts: decided.attempts })
      return decided.taken
    })
    await keepMany(tx, changed)
    return taken
  })

const columnsOf = (asked: readonly Asked[]) => [asked.map(({ walletId }) => walletId), asked.map(({ scope }) => scope)]

async function lockFree(tx: Tx, asked: readonly Asked[]): Promise<Map<string, Attempts>> {
  const rows = await tx.query<Attempts & { readonly walletId: string; readonly scope: TryScope }>(
    `SELECT wallet_id AS "walletId", scope, attempts AS wrong, pending, locks, locked_until AS "lockedUntil", day, day_wrong AS "dayWrong", at
     FROM secret_attempts WHERE (wallet_id, scope) IN (SELECT * FROM unnest($1::text[], $2::text[])) FOR UPDATE SKIP LOCKED`,
    columnsOf(asked),
  )
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** Inserts only missing rows, since inserting a locked one would wait. Rows are sorted by name to prevent deadlocks. */
async function addRows(tx: Tx, asked: readonly Asked[]): Promise<void> {
  await tx.query(
    `INSERT INTO secret_attempts (wallet_id, scope, attempts, locks, at)
     SELECT wallet_id, scope, 0, 0, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (wallet_id, scope, at)
     WHERE NOT EXISTS (SELECT FROM secret_attempts t WHERE t.wallet_id = n.wallet_id AND t.scope = n.scope)
     ORDER BY wallet_id, scope ON CONFLICT DO NOTHING`,
    [...columnsOf(asked), asked.map(({ wall }) => wall)],
  )
}

async function keepMany(tx: Tx, changed: readonly (Asked & { readonly attempts: Attempts })[]): Promise<void> {
  if (changed.length === 0) return
  const all = <Value>(value: (attempts: Attempts) => Value): Value[] => changed.map(({ attempts }) => value(attempts))
  await tx.query(
    `UPDATE secret_attempts t SET attempts = n.attempts, pending = n.pending, locks = n.locks, locked_until = n.locked_until, day = n.day,
       day_wrong = n.day_wrong, at = n.at
     FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::text[], $8::int[], $9::timestamptz[])
       AS n (wallet_id, scope, attempts, pending, locks, locked_until, day, day_wrong, at)
     WHERE t.wallet_id = n.wallet_id AND t.scope = n.scope`,
    [
      ...columnsOf(changed),
      all(({ wrong }) => wrong),
      all(({ pending }) => pending),
      all(({ locks }) => locks),
      all(({ lockedUntil }) => lockedUntil),
      all(({ day }) => day),
      all(({ dayWrong }) => dayWrong),
      all(({ at }) => at),
    ],
  )
}

const settled = (attempts: Attempts): Attempts => ({ ...attempts, pending: Math.max(0, attempts.pending - 1) })

export const wrongTry = (
  db: Db,
  walletId: string,
  scope: TryScope,
  wall: Date,
): Promise<{ readonly left: number; readonly until: Date | undefined }> =>
  db.transaction(async (tx) => {
    const dayMax = dayMaxOf(scope)
    const row = await lockRow(tx, walletId, scope, wall)
    const attempts = countWrong(settled(countStale(row, wall, dayMax)), wall, dayMax)
    await keep(tx, walletId, scope, attempts)
    const until = lockOf(attempts, wall)
    return { left: until ? 0 : attemptsLeft(attempts, wall, dayMax), until }
  })

/** Resets consecutive failures and locks; the daily count stays. */
export async function rightTry(sql: Sql, walletId: string, scope: TryScope): Promise<void> {
  await sql.query(
    `UPDATE secret_attempts SET attempts = 0, locks = 0, locked_until = NULL, pending = GREATEST(pending - 1, 0)
     WHERE wallet_id = $1 AND scope = $2`,
    [walletId, scope],
  )
}

export async function rightAttempts(sql: Sql, walletIds: readonly string[], scope: TryScope): Promise<void> {
  await sql.query(
    `UPDATE secret_attempts t SET attempts = 0, locks = 0, locked_until = NULL, pending = GREATEST(pending - 1, 0)
     FROM (SELECT wallet_id, scope FROM secret_attempts WHERE wallet_id = ANY ($1) AND scope = $2 ORDER BY wallet_id FOR UPDATE) held
     WHERE t.wallet_id = held.wallet_id AND t.scope = held.scope`,
    [walletIds, scope],
  )
}

export async function returnTry(sql: Sql, walletId: string, scope: TryScope): Promise<void> {
  await sql.query('UPDATE secret_attempts SET pending = GREATEST(pending - 1, 0) WHERE wallet_id = $1 AND scope = $2', [
    walletId,
    scope,
  ])
}
