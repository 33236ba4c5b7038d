import type { Db } from '#kit/store/db.ts'
import { withTry } from '../sessions/with-try.server.ts'
import { type CodeOwner, type GivenMailCode, spendMailCode } from './mail-code.store.ts'

/**
 * Counts an attempt first, in a separate transaction. Only `confirmMailCode` checks the code. If a wrong code causes a lock, the sent code also expires. @throws identity.code_locked
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
