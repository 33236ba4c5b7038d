import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { together } from '#kit/together.ts'
import type { MailScene } from './mail-scenes.ts'
import {
  type CodeShare,
  codeShares,
  countStale,
  countWrong,
  dayTriesMax,
  lockOf,
  noTries,
  type Tries,
  takeOne,
  triesLeft,
} from './tries.ts'

/**
 * What is being tried: a password, a passkey, an authenticator's share (identity/tries.ts), or an e-mail code. Each is counted by itself, so that
 * guessing at one locks no other.
 * Assumed: signing in from a device that did so before counts apart, so that a stranger who knows a wallet ID cannot lock its holder out.
 */
export type TryScope = 'check' | 'passkey' | 'login' | `login:${string}` | `code:${CodeShare}` | `mail:${MailScene}`

export type Try = { readonly allowed: true } | { readonly allowed: false; readonly until: Date }

/** Who waits for others to be settled looks again after this long, so many times. */
const waitMs = 25
const waitsMax = 400

/** A try that is asked for. */
type Asked = { readonly walletId: string; readonly scope: TryScope; readonly wall: Date }

const nameOf = ({ walletId, scope }: Pick<Asked, 'walletId' | 'scope'>): string => `${walletId} ${scope}`

async function lockRow(tx: Tx, walletId: string, scope: TryScope, wall: Date): Promise<Tries> {
  await tx.query(
    'INSERT INTO secret_tries (wallet_id, scope, tries, locks, at) VALUES ($1, $2, 0, 0, $3) ON CONFLICT DO NOTHING',
    [walletId, scope, wall],
  )
  const [row] = await tx.query<Tries>(
    `SELECT tries AS wrong, pending, locks, locked_until AS "lockedUntil", day, day_wrong AS "dayWrong", at
     FROM secret_tries WHERE wallet_id = $1 AND scope = $2 FOR UPDATE`,
    [walletId, scope],
  )
  // Cleaning took it in between: nothing was tried for a day.
  return row ?? noTries(wall)
}

const keep = (tx: Tx, walletId: string, scope: TryScope, tries: Tries) =>
  tx.query(
    `UPDATE secret_tries SET tries = $3, pending = $4, locks = $5, locked_until = $6, day = $7, day_wrong = $8, at = $9
     WHERE wallet_id = $1 AND scope = $2`,
    [walletId, scope, tries.wrong, tries.pending, tries.locks, tries.lockedUntil, tries.day, tries.dayWrong, tries.at],
  )

const dayMaxOf = (scope: TryScope): number =>
  scope === 'code:door' ? codeShares.door : scope === 'code:inside' ? codeShares.inside : dayTriesMax

/** What becomes of a try, and of the row: taken, refused until a lock ends, or not yet, because as many are being compared as may be wrong. */
function decide(
  row: Tries,
  { wall, scope }: Pick<Asked, 'wall' | 'scope'>,
): { readonly taken: Try | 'later'; readonly tries: Tries } {
  const tries = countStale(row, wall, dayMaxOf(scope))
  const lock = lockOf(tries, wall)
  if (lock) return { taken: { allowed: false, until: lock }, tries }
  if (tries.pending >= triesLeft(tries, wall, dayMaxOf(scope))) return { taken: 'later', tries }
  return { taken: { allowed: true }, tries: takeOne(tries, wall) }
}

const takeAlone = (db: Db, { walletId, scope, wall }: Asked): Promise<Try | 'later'> =>
  db.transaction(async (tx) => {
    const row = await lockRow(tx, walletId, scope, wall)
    const { taken, tries } = decide(row, { wall, scope })
    if (tries !== row) await keep(tx, walletId, scope, tries)
    return taken
  })

/**
 * Takes one try before the secret is compared, in a transaction of its own and of others that ask at this moment, which a refusal afterwards
 * does not undo. It must be settled by `rightTry`, `wrongTry` or `returnTry`. No more are compared at once than may be wrong before a lock:
 * the others wait until these are settled, so that many guesses at once win nothing, and many right ones are all right.
 * @throws request.busy who waits for too long
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

/** So many wait before a second group sets out beside another: each is a transaction, and two small ones cost more. */
const takeFill = 16

type Taker = (asked: Asked) => Promise<Try | 'later' | undefined>
const takers = new WeakMap<Db, Taker>()

/** Takes tries for all who ask at the same moment. */
function takerOf(db: Db): Taker {
  const known = takers.get(db)
  if (known) return known
  const made: Taker = together((asked: readonly Asked[]) => takeFree(db, asked), {
    lanes: 2,
    fill: takeFill,
    apart: nameOf,
  })
  takers.set(db, made)
  return made
}

/** Takes a try for each of these, whose names differ. It waits for nobody: whoever's row is held by somebody else gets nothing, and goes alone. */
const takeFree = (db: Db, asked: readonly Asked[]): Promise<(Try | 'later' | undefined)[]> =>
  db.transaction(async (tx) => {
    const rows = await lockFree(tx, asked)
    const unknown = asked.filter((each) => !rows.has(nameOf(each)))
    if (unknown.length > 0) {
      await addRows(tx, unknown)
      for (const [name, row] of await lockFree(tx, unknown)) rows.set(name, row)
    }
    const changed: (Asked & { readonly tries: Tries })[] = []
    const taken = asked.map((each) => {
      const row = rows.get(nameOf(each))
      if (!row) return undefined
      const decided = decide(row, each)
      if (decided.tries !== row) changed.push({ ...each, tries: decided.tries })
      return decided.taken
    })
    await keepMany(tx, changed)
    return taken
  })

const columnsOf = (asked: readonly Asked[]) => [asked.map(({ walletId }) => walletId), asked.map(({ scope }) => scope)]

/** The rows of these that nobody else holds, locked. */
async function lockFree(tx: Tx, asked: readonly Asked[]): Promise<Map<string, Tries>> {
  const rows = await tx.query<Tries & { readonly walletId: string; readonly scope: TryScope }>(
    `SELECT wallet_id AS "walletId", scope, tries AS wrong, pending, locks, locked_until AS "lockedUntil", day, day_wrong AS "dayWrong", at
     FROM secret_tries WHERE (wallet_id, scope) IN (SELECT * FROM unnest($1::text[], $2::text[])) FOR UPDATE SKIP LOCKED`,
    columnsOf(asked),
  )
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/**
 * Begins to count tries where nobody did: to add a row that somebody holds would wait for them. In the order of their names: two who add the
 * same rows never wait for each other.
 */
async function addRows(tx: Tx, asked: readonly Asked[]): Promise<void> {
  await tx.query(
    `INSERT INTO secret_tries (wallet_id, scope, tries, locks, at)
     SELECT wallet_id, scope, 0, 0, at FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (wallet_id, scope, at)
     WHERE NOT EXISTS (SELECT FROM secret_tries t WHERE t.wallet_id = n.wallet_id AND t.scope = n.scope)
     ORDER BY wallet_id, scope ON CONFLICT DO NOTHING`,
    [...columnsOf(asked), asked.map(({ wall }) => wall)],
  )
}

async function keepMany(tx: Tx, changed: readonly (Asked & { readonly tries: Tries })[]): Promise<void> {
  if (changed.length === 0) return
  const all = <Value>(value: (tries: Tries) => Value): Value[] => changed.map(({ tries }) => value(tries))
  await tx.query(
    `UPDATE secret_tries t SET tries = n.tries, pending = n.pending, locks = n.locks, locked_until = n.locked_until, day = n.day,
       day_wrong = n.day_wrong, at = n.at
     FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::text[], $8::int[], $9::timestamptz[])
       AS n (wallet_id, scope, tries, pending, locks, locked_until, day, day_wrong, at)
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

const settled = (tries: Tries): Tries => ({ ...tries, pending: Math.max(0, tries.pending - 1) })

/** The secret was wrong. @returns the tries left, and the end of the lock where this one set it */
export const wrongTry = (
  db: Db,
  walletId: string,
  scope: TryScope,
  wall: Date,
): Promise<{ readonly left: number; readonly until: Date | undefined }> =>
  db.transaction(async (tx) => {
    const dayMax = dayMaxOf(scope)
    const row = await lockRow(tx, walletId, scope, wall)
    const tries = countWrong(settled(countStale(row, wall, dayMax)), wall, dayMax)
    await keep(tx, walletId, scope, tries)
    const until = lockOf(tries, wall)
    return { left: until ? 0 : triesLeft(tries, wall, dayMax), until }
  })

/** The secret was right: forgets the wrong ones in a row and the locks. The count of the day stays. */
export async function rightTry(sql: Sql, walletId: string, scope: TryScope): Promise<void> {
  await sql.query(
    `UPDATE secret_tries SET tries = 0, locks = 0, locked_until = NULL, pending = GREATEST(pending - 1, 0)
     WHERE wallet_id = $1 AND scope = $2`,
    [walletId, scope],
  )
}

/** The secrets were right: the same for one scope of several wallets. */
export async function rightTries(sql: Sql, walletIds: readonly string[], scope: TryScope): Promise<void> {
  await sql.query(
    `UPDATE secret_tries t SET tries = 0, locks = 0, locked_until = NULL, pending = GREATEST(pending - 1, 0)
     FROM (SELECT wallet_id, scope FROM secret_tries WHERE wallet_id = ANY ($1) AND scope = $2 ORDER BY wallet_id FOR UPDATE) held
     WHERE t.wallet_id = held.wallet_id AND t.scope = held.scope`,
    [walletIds, scope],
  )
}

/** Gives back a try whose secret was not compared, or whose effect was undone. */
export async function returnTry(sql: Sql, walletId: string, scope: TryScope): Promise<void> {
  await sql.query('UPDATE secret_tries SET pending = GREATEST(pending - 1, 0) WHERE wallet_id = $1 AND scope = $2', [
    walletId,
    scope,
  ])
}
