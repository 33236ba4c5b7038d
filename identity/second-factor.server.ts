import type { Db } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { SecondFactorPurpose } from '#kit/wire/contract.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { returnTry, takeTry, wrongTry } from './tries.store.ts'

export type GivenText = {
  readonly walletId: WalletId
  readonly purpose: SecondFactorPurpose
  /** As it came; empty where none did. */
  readonly text: string
  readonly wall: Date
}

/**
 * Runs what a Google code may be needed for. A code that came takes a try first, in a transaction of its own. What happens to the try is
 * said by `confirmGoogleCode` alone: wrong counts, right forgives, and a code nobody compared is given back.
 * @throws identity.code_locked
 */
export async function withCode<T>(
  db: Db,
  { walletId, purpose, text, wall }: GivenText,
  work: (given: GivenCode | undefined) => Promise<T>,
): Promise<T> {
  if (text === '') return work(undefined)
  const scope = `code:${purpose}` as const
  const taken = await takeTry(db, walletId, scope, wall)
  if (!taken.allowed) fail('identity.code_locked', { until: taken.until.toISOString() })
  const given: GivenCode = { text, purpose, verdict: undefined }
  try {
    const data = await work(given)
    if (given.verdict !== 'right') await returnTry(db, walletId, scope)
    return data
  } catch (error) {
    if (given.verdict !== 'wrong') await returnTry(db, walletId, scope)
    else {
      const { until } = await wrongTry(db, walletId, scope, wall)
      if (until) fail('identity.code_locked', { until: until.toISOString() })
    }
    throw error
  }
}

/** The text of a contract's second factor in an input; empty where it has none, or none came. */
export function codeIn(secondFactor: { readonly field: string } | undefined, input: unknown): string {
  const text = secondFactor ? (input as Record<string, unknown>)[secondFactor.field] : ''
  return typeof text === 'string' ? text : ''
}
