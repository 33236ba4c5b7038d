import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { withTry } from '../sessions/with-try.server.ts'
import type { CodeShare } from './attempts.ts'

export type GivenText = {
  readonly walletId: WalletId
  readonly share: CodeShare
  readonly text: string
  readonly wall: Date
}

/**
 * A given code counts as an attempt first, in a separate transaction. Only `confirmGoogleCode` settles it: a wrong code stays counted, a
 * correct one resets the count, an unchecked one is refunded. @throws identity.code_locked
 */
export async function withCode<T>(
  db: Db,
  { walletId, share, text, wall }: GivenText,
  work: (given: GivenCode | undefined) => Promise<T>,
): Promise<T> {
  if (text === '') return work(undefined)
  return withTry(db, { walletId, scope: `code:${share}`, wall }, { text, share, verdict: undefined }, work)
}

export function codeIn(secondFactor: { readonly field: string } | undefined, input: unknown): string {
  const text = secondFactor ? (input as Record<string, unknown>)[secondFactor.field] : ''
  return typeof text === 'string' ? text : ''
}
