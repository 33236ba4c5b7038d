import { parseUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import type { GivenCode } from '#kit/wire/implement.api.ts'
import { confirmGoogleCode, withGoogle } from '../authenticator/authenticator.store.ts'
import { needsCode, withoutCodeMs, withoutCodeValue } from './without-code.ts'

export type WithoutCode = {
  /** Per 24 hours, in units of USDT value. */
  readonly limit: bigint
  readonly left: bigint
}

export async function withoutCodeOf(sql: Sql, walletId: WalletId, now: Date): Promise<WithoutCode> {
  const moved = await movedWithoutCode(sql, [walletId], now)
  const limit = parseUnits(await readSetting(sql, withoutCodeValue)) ?? 0n
  const left = limit - (moved.get(walletId) ?? 0n)
  return { limit, left: left > 0n ? left : 0n }
}

type Moving = {
  readonly tx: Tx
  readonly walletId: WalletId
  readonly requestId: string
  readonly now: Date
  readonly wall: Date
  readonly secrets: Secrets
  readonly givenCode?: GivenCode | undefined
}

export type Moves = {
  /**
   * Requires an authenticator code above the daily allowance. `value` is undefined without a price. @throws identity.code_needed,
   * identity.code_wrong, identity.code_used
   */
  pass(call: Moving, value: bigint | undefined): Promise<void>
  keep(): Promise<void>
}

/** Each wallet may occur once. The caller must hold the locks, so concurrent moves cannot share an allowance. */
export async function movesOf(tx: Tx, ids: readonly WalletId[], now: Date): Promise<Moves> {
  const bound = await withGoogle(tx, ids)
  const moved = bound.size > 0 ? await movedWithoutCode(tx, [...bound], now) : new Map<WalletId, bigint>()
  const limit = parseUnits(await readSetting(tx, withoutCodeValue)) ?? 0n
  const passed: { readonly call: Moving; readonly value: bigint }[] = []
  return {
    async pass(call, value) {
      if (!bound.has(call.walletId)) return
      // Always check a given code; otherwise small moves would allow free guesses.
      if (call.givenCode) return confirmGoogleCode(call, call.givenCode)
      const left = limit - (moved.get(call.walletId) ?? 0n)
      if (value === undefined || needsCode(true, value, left > 0n ? left : 0n)) fail('identity.code_needed')
      passed.push({ call, value })
    },
    keep: async () => {
      if (passed.length > 0) await keepMoves(tx, passed, now)
    },
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

async function keepMoves(
  tx: Tx,
  moves: readonly { readonly call: Moving; readonly value: bigint }[],
  now: Date,
): Promise<void> {
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
      moves.map(({ value }) => `${value}`),
      moves.map(({ call }) => call.now.toISOString()),
    ],
  )
}
