import type { Db } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import type { CodeShare } from './tries.ts'
import { withTry } from './with-try.server.ts'

export type GivenText = {
  readonly walletId: WalletId
  /** Which share of the authenticator's tries it takes one of. */
  readonly share: CodeShare
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
  { walletId, share, text, wall }: GivenText,
  work: (given: GivenCode | undefined) => Promise<T>,
): Promise<T> {
  if (text === '') return work(undefined)
  return withTry(db, { walletId, scope: `code:${share}`, wall }, { text, share, verdict: undefined }, work)
}

/** The text of a contract's second factor in an input; empty where it has none, or none came. */
export function codeIn(secondFactor: { readonly field: string } | undefined, input: unknown): string {
  const text = secondFactor ? (input as Record<string, unknown>)[secondFactor.field] : ''
  return typeof text === 'string' ? text : ''
}
