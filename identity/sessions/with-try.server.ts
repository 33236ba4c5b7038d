import { fail } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { returnTry, type TryScope, takeTry, wrongTry } from '../passwords/attempts.store.ts'

export type Trying = {
  readonly walletId: WalletId
  readonly scope: TryScope
  readonly wall: Date
  readonly onLocked?: () => Promise<unknown>
}

/**
 * Counts an attempt first, in a separate transaction. A wrong one stays counted, a correct one resets the count, an unchecked one is
 * refunded. @throws identity.code_locked
 */
export async function withTry<T, Given extends { verdict: 'right' | 'wrong' | undefined }>(
  db: Db,
  { walletId, scope, wall, onLocked }: Trying,
  given: Given,
  work: (given: Given) => Promise<T>,
): Promise<T> {
  const taken = await takeTry(db, walletId, scope, wall)
  if (!taken.allowed) fail('identity.code_locked', { until: taken.until.toISOString() })
  try {
    const data = await work(given)
    if (given.verdict !== 'right') await returnTry(db, walletId, scope)
    return data
  } catch (error) {
    if (given.verdict !== 'wrong') await returnTry(db, walletId, scope)
    else {
      const { until } = await wrongTry(db, walletId, scope, wall)
      if (until) {
        await onLocked?.()
        fail('identity.code_locked', { until: until.toISOString() })
      }
    }
    throw error
  }
}
