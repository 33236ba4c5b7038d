import { parseUnits } from '#kit/amount.ts'
import { addMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { confirmGoogleCode, isGoogleBound } from './authenticator.store.ts'
import { needsCode, withoutCodeMs, withoutCodeValue } from './without-code.ts'

export type WithoutCode = {
  /** What one may move in 24 hours without a code, and what is left of it: USDT value in units. */
  readonly limit: bigint
  readonly left: bigint
}

/** What a wallet may still move without the code of its authenticator. */
export async function withoutCodeOf(sql: Sql, walletId: WalletId, now: Date): Promise<WithoutCode> {
  const [row] = await sql.query<{ moved: string }>(
    'SELECT COALESCE(sum(value_units), 0)::text AS moved FROM moved_without_code WHERE wallet_id = $1 AND at > $2',
    [walletId, addMs(now, -withoutCodeMs)],
  )
  const limit = parseUnits(await readSetting(sql, withoutCodeValue)) ?? 0n
  const left = limit - BigInt(row?.moved ?? 0)
  return { limit, left: left > 0n ? left : 0n }
}

/** What the check needs of a call that moves coins to others. */
type Moving = {
  readonly tx: Tx
  readonly walletId: WalletId
  readonly requestId: string
  readonly now: Date
  readonly wall: Date
  readonly secrets: Secrets
  readonly givenCode?: GivenCode | undefined
}

/**
 * Lets a move of this USDT value pass, with the code of a bound authenticator, or without where enough is left of the day. The wallet's
 * lock is held already, so that moves at once cannot each take the same rest.
 * @throws identity.code_needed, identity.code_wrong, identity.code_used
 */
export async function authoriseMove(call: Moving, value: bigint | undefined): Promise<void> {
  const { tx, walletId, requestId, now, givenCode } = call
  if (!(await isGoogleBound(tx, walletId))) return
  // A code that comes along is checked even where none is needed: a small move must not be a way to try codes for nothing.
  if (givenCode) return confirmGoogleCode(call, givenCode)
  const { left } = await withoutCodeOf(tx, walletId, now)
  if (value === undefined || needsCode(true, value, left)) fail('identity.code_needed')
  await tx.query('DELETE FROM moved_without_code WHERE wallet_id = $1 AND at <= $2', [
    walletId,
    addMs(now, -withoutCodeMs),
  ])
  await tx.query('INSERT INTO moved_without_code (key, wallet_id, value_units, at) VALUES ($1, $2, $3, $4)', [
    requestId,
    walletId,
    value,
    now,
  ])
}
