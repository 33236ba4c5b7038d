import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { SecondFactorPurpose } from '#kit/wire/contract.ts'
import type { MailScene } from './mail-scenes.ts'
import { countStale, countWrong, lockOf, noTries, type Tries, takeOne, triesLeft } from './tries.ts'

/**
 * What is being tried: a password, or a code for one purpose. Each is counted by itself, so that guessing at one locks no other.
 * Assumed: signing in from a device that did so before counts apart, so that a stranger who knows a wallet ID cannot lock its holder out.
 */
export type TryScope = 'check' | 'login' | `login:${string}` | `code:${SecondFactorPurpose}` | `mail:${MailScene}`

export type Try = { readonly allowed: true } | { readonly allowed: false; readonly until: Date }

/** Who waits for others to be settled looks again after this long, so many times. */
const waitMs = 25
const waitsMax = 400

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
  if (!row) return noTries(wall)
  const tries = countStale(row, wall)
  if (tries !== row) await keep(tx, walletId, scope, tries)
  return tries
}

const keep = (tx: Tx, walletId: string, scope: TryScope, tries: Tries) =>
  tx.query(
    `UPDATE secret_tries SET tries = $3, pending = $4, locks = $5, locked_until = $6, day = $7, day_wrong = $8, at = $9
     WHERE wallet_id = $1 AND scope = $2`,
    [walletId, scope, tries.wrong, tries.pending, tries.locks, tries.lockedUntil, tries.day, tries.dayWrong, tries.at],
  )

const takeNow = (db: Db, walletId: string, scope: TryScope, wall: Date): Promise<Try | undefined> =>
  db.transaction(async (tx) => {
    const tries = await lockRow(tx, walletId, scope, wall)
    const lock = lockOf(tries, wall)
    if (lock) return { allowed: false, until: lock }
    if (tries.pending >= triesLeft(tries, wall)) return undefined
    await keep(tx, walletId, scope, takeOne(tries, wall))
    return { allowed: true }
  })

/**
 * Takes one try before the secret is compared, in its own transaction, which a refusal afterwards does not undo. It must be settled by
 * `rightTry`, `wrongTry` or `returnTry`. No more are compared at once than may be wrong before a lock: the others wait until these are
 * settled, so that many guesses at once win nothing, and many right ones are all right.
 * @throws request.busy who waits for too long
 */
export async function takeTry(db: Db, walletId: string, scope: TryScope, wall: Date): Promise<Try> {
  for (let waits = 0; waits < waitsMax; waits++) {
    const taken = await takeNow(db, walletId, scope, wall)
    if (taken) return taken
    await wait(waitMs)
  }
  return fail('request.busy')
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
    const tries = countWrong(settled(await lockRow(tx, walletId, scope, wall)), wall)
    await keep(tx, walletId, scope, tries)
    const until = lockOf(tries, wall)
    return { left: until ? 0 : triesLeft(tries, wall), until }
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
    `UPDATE secret_tries SET tries = 0, locks = 0, locked_until = NULL, pending = GREATEST(pending - 1, 0)
     WHERE (wallet_id, scope) IN (SELECT id, $2 FROM unnest($1::text[]) AS id)`,
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
