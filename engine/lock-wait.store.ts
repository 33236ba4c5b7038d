import type { Tx } from '#kit/db.ts'

/**
 * Lets this transaction wait for a lock no longer than so many milliseconds; then it is undone, with SQLSTATE 55P03. The embedded database
 * has one session, which never waits for a lock.
 */
export async function waitForLocks(tx: Tx, ms: number): Promise<void> {
  if (tx.identity.kind === 'postgres')
    await tx.query("SELECT set_config('lock_timeout', $1, true)", [`${ms}ms`], 'lock_timeout')
}
