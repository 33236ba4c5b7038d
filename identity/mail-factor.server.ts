import type { Db } from '#kit/db.ts'
import { type CodeOwner, type GivenMailCode, spendMailCode } from './mail-code.store.ts'
import { withTry } from './with-try.server.ts'

/**
 * Runs what an e-mail code is given for. A code that came takes a try first, in a transaction of its own; `confirmMailCode` alone says
 * whether it fits. The wrong one that locks also ends the code that was sent: guessing goes on with a new one, if at all.
 * @throws identity.code_locked
 */
export async function withMailCode<T>(
  db: Db,
  { walletId, scene, wall }: CodeOwner,
  text: string,
  work: (given: GivenMailCode | undefined) => Promise<T>,
): Promise<T> {
  if (text === '') return work(undefined)
  const onLocked = () => spendMailCode(db, walletId, scene)
  return withTry(db, { walletId, scope: `mail:${scene}`, wall, onLocked }, { text, verdict: undefined }, work)
}
