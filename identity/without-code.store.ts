import { parseUnits } from '#kit/amount.ts'
import { addMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { confirmGoogleCode, withGoogle } from './authenticator.store.ts'
import { needsCode, withoutCodeMs, withoutCodeValue } from './without-code.ts'

export type WithoutCode = {
  /** What one may move in 24 hours without a code, and what is left of it: USDT value in units. */
  readonly limit: bigint
  readonly left: bigint
}

/** What a wallet may still move without the code of its authenticator. */
export async function withoutCodeOf(sql: Sql, walletId: WalletId, now: Date): Promise<WithoutCode> {
  const moved = await movedWithoutCode(sql, [walletId], now)
  const limit = parseUnits(await readSetting(sql, withoutCodeValue)) ?? 0n
  const left = limit - (moved.get(walletId) ?? 0n)
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

/** A move, and its USDT value in units; undefined where nobody knows a price. */
export type ValuedMove = { readonly call: Moving; readonly value: bigint | undefined }

/**
 * Lets moves of these USDT values pass, each of another wallet: with the code of a bound authenticator, or without where enough is left of
 * the day. The wallets' locks are held already, so that moves at once cannot each take the same rest. One that is refused has written nothing.
 * @returns for each its refusal, or undefined: identity.code_needed, identity.code_wrong, identity.code_used
 */
export async function authoriseMoves(tx: Tx, moves: readonly ValuedMove[]): Promise<(Refusal | undefined)[]> {
  const bound = await withGoogle(
    tx,
    moves.map(({ call }) => call.walletId),
  )
  const refusals: (Refusal | undefined)[] = moves.map(() => undefined)
  const without: { readonly place: number; readonly move: ValuedMove }[] = []
  for (const [place, move] of moves.entries()) {
    if (!bound.has(move.call.walletId)) continue
    // A code that comes along is checked even where none is needed: a small move must not be a way to try codes for nothing.
    const { givenCode } = move.call
    if (givenCode) refusals[place] = await refusalOf(() => confirmGoogleCode(move.call, givenCode))
    else without.push({ place, move })
  }
  const [first] = without
  if (!first) return refusals
  const { now } = first.move.call
  const moved = await movedWithoutCode(
    tx,
    without.map(({ move }) => move.call.walletId),
    now,
  )
  const limit = parseUnits(await readSetting(tx, withoutCodeValue)) ?? 0n
  const passed = without.filter(({ place, move: { call, value } }) => {
    const left = limit - (moved.get(call.walletId) ?? 0n)
    const isFree = value !== undefined && !needsCode(true, value, left > 0n ? left : 0n)
    if (!isFree) refusals[place] = new Refusal('identity.code_needed', {})
    return isFree
  })
  if (passed.length > 0)
    await keepMoves(
      tx,
      passed.map(({ move }) => move),
      now,
    )
  return refusals
}

async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function movedWithoutCode(sql: Sql, ids: readonly WalletId[], now: Date): Promise<ReadonlyMap<WalletId, bigint>> {
  const rows = await sql.query<{ id: WalletId; moved: string }>(
    `SELECT wallet_id AS id, sum(value_units)::text AS moved FROM moved_without_code
     WHERE wallet_id = ANY ($1) AND at > $2 GROUP BY wallet_id`,
    [ids, addMs(now, -withoutCodeMs)],
  )
  return new Map(rows.map(({ id, moved }) => [id, BigInt(moved)]))
}

/** Counts moves that needed no code, and forgets those of yesterday. */
async function keepMoves(tx: Tx, moves: readonly ValuedMove[], now: Date): Promise<void> {
  const ids = moves.map(({ call }) => call.walletId)
  await tx.query('DELETE FROM moved_without_code WHERE wallet_id = ANY ($1) AND at <= $2', [
    ids,
    addMs(now, -withoutCodeMs),
  ])
  await tx.query(
    `INSERT INTO moved_without_code (key, wallet_id, value_units, at)
     SELECT key, wallet_id, value_units, at FROM unnest($1::text[], $2::text[], $3::int8[], $4::timestamptz[])
       AS moves (key, wallet_id, value_units, at)`,
    [
      moves.map(({ call }) => call.requestId),
      ids,
      moves.map(({ value }) => `${value ?? 0n}`),
      moves.map(({ call }) => call.now.toISOString()),
    ],
  )
}

/** Lets one move pass, as `authoriseMoves` does. @throws identity.code_needed, identity.code_wrong, identity.code_used */
export async function authoriseMove(call: Moving, value: bigint | undefined): Promise<void> {
  const [refusal] = await authoriseMoves(call.tx, [{ call, value }])
  if (refusal) throw refusal
}
