import { addMs } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { forgetLocksMs, lockLength, triesMax } from './tries.ts'

/**
 * What is being tried.
 * Assumed: signing in from a device that did so before counts apart, so that a stranger who knows a wallet ID cannot lock its holder out.
 */
export type TryScope = 'check' | 'google' | 'login' | `login:${string}`

export type Try =
  | { readonly allowed: false; readonly until: Date }
  /** `left` tries remain if this one is wrong; at 0 the lock is set, until `until`. */
  | { readonly allowed: true; readonly left: number; readonly until: Date | undefined }

type Row = { tries: number; locks: number; lockedUntil: Date | null; at: Date }

/**
 * Takes one try before the secret is compared: it counts as wrong until `forgiveTries`, so that many at once win nothing.
 * Runs in its own transaction, which a refusal afterwards does not undo.
 */
export const takeTry = (db: Db, walletId: string, scope: TryScope, wall: Date): Promise<Try> =>
  db.transaction(async (tx) => {
    await tx.query(
      'INSERT INTO secret_tries (wallet_id, scope, tries, locks, at) VALUES ($1, $2, 0, 0, $3) ON CONFLICT DO NOTHING',
      [walletId, scope, wall],
    )
    const [row] = await tx.query<Row>(
      'SELECT tries, locks, locked_until AS "lockedUntil", at FROM secret_tries WHERE wallet_id = $1 AND scope = $2 FOR UPDATE',
      [walletId, scope],
    )
    if (!row) return takeTry(db, walletId, scope, wall)
    if (row.lockedUntil && row.lockedUntil > wall) return { allowed: false, until: row.lockedUntil }
    return writeTry(tx, walletId, scope, row, wall)
  })

async function writeTry(tx: Tx, walletId: string, scope: TryScope, row: Row, wall: Date): Promise<Try> {
  const locksBefore = addMs(row.at, forgetLocksMs) < wall ? 0 : row.locks
  const tries = row.tries + 1
  const locks = tries >= triesMax
  const until = locks ? addMs(wall, lockLength(locksBefore)) : undefined
  await tx.query(
    'UPDATE secret_tries SET tries = $3, locks = $4, locked_until = $5, at = $6 WHERE wallet_id = $1 AND scope = $2',
    [walletId, scope, locks ? 0 : tries, locksBefore + (locks ? 1 : 0), until ?? null, wall],
  )
  return { allowed: true, left: triesMax - tries, until }
}

/** The secret was right: forgets what was tried before. */
export async function forgiveTries(db: Db, walletId: string, scope: TryScope): Promise<void> {
  await db.query('DELETE FROM secret_tries WHERE wallet_id = $1 AND scope = $2', [walletId, scope])
}

/** Gives a try back that was not the secret's fault: the count is as it was before `takeTry`. */
export async function returnTry(db: Db, walletId: string, scope: TryScope, taken: Try): Promise<void> {
  if (!taken.allowed) return
  await db.query(
    taken.until
      ? `UPDATE secret_tries SET tries = ${triesMax - 1}, locks = locks - 1, locked_until = NULL WHERE wallet_id = $1 AND scope = $2 AND tries = 0 AND locks > 0`
      : 'UPDATE secret_tries SET tries = tries - 1 WHERE wallet_id = $1 AND scope = $2 AND tries > 0',
    [walletId, scope],
  )
}
