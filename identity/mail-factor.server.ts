import type { Db } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { type CodeOwner, type GivenMailCode, spendMailCode } from './mail-code.store.ts'
import { returnTry, takeTry, wrongTry } from './tries.store.ts'

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
  const scope = `mail:${scene}` as const
  const taken = await takeTry(db, walletId, scope, wall)
  if (!taken.allowed) fail('identity.code_locked', { until: taken.until.toISOString() })
  const given: GivenMailCode = { text, verdict: undefined }
  try {
    const data = await work(given)
    if (given.verdict !== 'right') await returnTry(db, walletId, scope)
    return data
  } catch (error) {
    if (given.verdict !== 'wrong') await returnTry(db, walletId, scope)
    else {
      const { until } = await wrongTry(db, walletId, scope, wall)
      if (until) {
        await spendMailCode(db, walletId, scene)
        fail('identity.code_locked', { until: until.toISOString() })
      }
    }
    throw error
  }
}
