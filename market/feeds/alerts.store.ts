import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { type AlertSide, alertsMax } from './alerts.ts'

export type PriceAlert = {
  readonly id: bigint
  readonly pair: PairId
  readonly side: AlertSide
  /** Price in 10⁻¹² of base for one quoted coin. */
  readonly level: bigint
  readonly madeAt: Date
  /** Null while pending. */
  readonly firedAt: Date | null
  readonly firedPrice: bigint | null
}

const columns = 'id, pair, side, level, made_at AS "madeAt", fired_at AS "firedAt", fired_price AS "firedPrice"'

/** Newest first. */
export const alertsOf = (sql: Sql, walletId: WalletId): Promise<PriceAlert[]> =>
  sql.query<PriceAlert>(`SELECT ${columns} FROM price_alert WHERE wallet_id = $1 ORDER BY id DESC LIMIT ${alertsMax}`, [
    walletId,
  ])

/** The caller has locked the wallet. */
export async function countAlerts(tx: Tx, walletId: WalletId): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>('SELECT count(*) AS count FROM price_alert WHERE wallet_id = $1', [
    walletId,
  ])
  return Number(row?.count ?? 0n)
}

type NewAlert = Pick<PriceAlert, 'pair' | 'side' | 'level' | 'madeAt'> & { readonly walletId: WalletId }

export async function addAlert(tx: Tx, { walletId, pair, side, level, madeAt }: NewAlert): Promise<PriceAlert> {
  const [row] = await tx.query<PriceAlert>(
    `INSERT INTO price_alert (wallet_id, pair, side, level, made_at) VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
    [walletId, pair, side, level, madeAt],
  )
  expect(row, 'a row that was inserted is returned')
  return row
}

/** @returns whether the wallet had the alert */
export async function dropAlert(tx: Tx, walletId: WalletId, id: bigint): Promise<boolean> {
  const rows = await tx.query('DELETE FROM price_alert WHERE id = $2 AND wallet_id = $1 RETURNING id', [walletId, id])
  return rows.length > 0
}

export const firedAlerts = (
  sql: Sql,
  asked: readonly AskedSince[],
): Promise<{ readonly walletId: WalletId; readonly id: bigint; readonly pair: PairId; readonly at: Date }[]> =>
  sql.query(
    `SELECT w.id AS "walletId", a.id, a.pair, a.fired_at AS at FROM ${askedRows}, LATERAL (
       SELECT id, pair, fired_at FROM price_alert WHERE wallet_id = w.id AND fired_at > w.since LIMIT ${alertsMax}) a
     ORDER BY a.fired_at DESC, a.id DESC`,
    askedParams(asked),
  )

const reached = {
  above: `side = 'above' AND level <= $2 AND fired_at IS NULL ORDER BY level`,
  below: `side = 'below' AND level >= $2 AND fired_at IS NULL ORDER BY level DESC`,
} as const satisfies Record<AlertSide, string>

/** $1 pair, $2 price, $3 moment, $4 limit. The array forces lookups by key. */
export const fireStatement = (side: AlertSide): string =>
  `UPDATE price_alert SET fired_at = $3, fired_price = $2 WHERE id = ANY (ARRAY(
     SELECT id FROM price_alert WHERE pair = $1 AND ${reached[side]} LIMIT $4 FOR UPDATE SKIP LOCKED)) RETURNING id`

export async function fireReached(
  db: Db,
  { pair, side, price, at, most }: { pair: PairId; side: AlertSide; price: bigint; at: Date; most: number },
): Promise<number> {
  const rows = await db.query(fireStatement(side), [pair, price, at, most])
  return rows.length
}
