import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Sealed } from './details/methods.ts'
import { escrowOf } from './escrow.ts'
import type { Transaction, TransactionState } from './transactions.ts'

const columns = `t.id, t.ad_id AS "adId", t.maker_id AS "makerId", t.taker_id AS "takerId", t.seller_id AS "sellerId", t.buyer_id AS "buyerId",
  t.fiat, t.price_units AS price, t.units, t.fiat_units AS "fiatUnits", t.method, t.sealed_details AS details, t.terms, t.state, t.taken_at AS "takenAt",
  t.pay_until AS "payUntil", t.paid_at AS "paidAt", t.sealed_payer AS payer, t.ended_at AS "endedAt", t.released_units AS released,
  t.fee_units AS fee, t.returned_units AS returned`

export async function findTransaction(sql: Sql, id: bigint): Promise<Transaction | undefined> {
  const [row] = await sql.query<Transaction>(`SELECT ${columns} FROM otc_transaction t WHERE t.id = $1`, [id])
  return row
}

/** The caller must lock the wallets and the ad first. */
export async function lockTransaction(tx: Tx, id: bigint): Promise<Transaction | undefined> {
  const [row] = await tx.query<Transaction>(`SELECT ${columns} FROM otc_transaction t WHERE t.id = $1 FOR UPDATE`, [id])
  return row
}

export type TransactionFilter = {
  readonly open?: boolean | undefined
  readonly before?: bigint | undefined
  readonly limit: number
}
const side = (own: string, which: string): string =>
  `(SELECT ${columns} FROM otc_transaction t WHERE t.${own} = $1${which} AND t.id < coalesce($2::int8, 9223372036854775807) ORDER BY t.id DESC LIMIT $3)`

const endedOr = (open: boolean | undefined): string =>
  open === undefined ? '' : ` AND t.ended_at IS ${open ? 'NULL' : 'NOT NULL'}`

/** Newest first. */
export const transactionsOf = (sql: Sql, walletId: WalletId, filter: TransactionFilter): Promise<Transaction[]> =>
  sql.query<Transaction>(
    `${side('maker_id', endedOr(filter.open))} UNION ALL ${side('taker_id', endedOr(filter.open))} ORDER BY id DESC LIMIT $3`,
    [walletId, filter.before ?? null, filter.limit],
  )

export type NewTransaction = Pick<
  Transaction,
  | 'adId'
  | 'makerId'
  | 'takerId'
  | 'sellerId'
  | 'buyerId'
  | 'fiat'
  | 'price'
  | 'units'
  | 'fiatUnits'
  | 'method'
  | 'details'
  | 'terms'
> & {
  readonly takenAt: Date
  readonly payUntil: Date
  readonly counts: boolean
  readonly makerSource: WalletId | null
  readonly takerSource: WalletId | null
}

/** The database reserves the transaction's part of the ad. The caller holds the ad's lock and posts the escrow. */
export async function keepTransaction(tx: Tx, asked: NewTransaction): Promise<Transaction> {
  const [row] = await tx.query<Transaction>(
    `INSERT INTO otc_transaction AS t (ad_id, maker_id, taker_id, seller_id, buyer_id, fiat, price_units, units, fiat_units, method, sealed_details,
       terms, escrow_units, state, taken_at, pay_until, counts, maker_source, taker_source)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'initialised', $14, $15, $16, $17, $18) RETURNING ${columns}`,
    [
      asked.adId,
      asked.makerId,
      asked.takerId,
      asked.sellerId,
      asked.buyerId,
      asked.fiat,
      `${asked.price}`,
      `${asked.units}`,
      `${asked.fiatUnits}`,
      asked.method,
      asked.details,
      asked.terms,
      `${escrowOf(asked)}`,
      asked.takenAt,
      asked.payUntil,
      asked.counts,
      asked.makerSource,
      asked.takerSource,
    ],
  )
  expect(row, 'a row that was inserted is returned')
  return row
}

export const setPaid = async (tx: Tx, id: bigint, payer: Sealed, at: Date): Promise<void> => {
  await tx.query(`UPDATE otc_transaction SET state = 'paid', paid_at = $3, sealed_payer = $2 WHERE id = $1`, [
    id,
    payer,
    at,
  ])
}
export const setDisputed = async (tx: Tx, id: bigint): Promise<void> => {
  await tx.query(`UPDATE otc_transaction SET state = 'disputed' WHERE id = $1`, [id])
}

export type End = {
  readonly state: Extract<TransactionState, 'released' | 'closed'>
  readonly released: bigint
  readonly fee: bigint
  readonly returned: bigint
  readonly faultId: WalletId | null
}
export const setEnded = async (tx: Tx, id: bigint, end: End, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE otc_transaction SET state = $2, ended_at = $3, released_units = $4, fee_units = $5, returned_units = $6, fault_id = $7
     WHERE id = $1`,
    [id, end.state, at, `${end.released}`, `${end.fee}`, `${end.returned}`, end.faultId],
  )
}

type Unpaid = Pick<Transaction, 'id' | 'payUntil'>
/** Oldest first. */
export const unpaidTransactions = (sql: Sql, now: Date, limit: number, after?: Unpaid): Promise<Unpaid[]> =>
  sql.query<Unpaid>(
    `SELECT t.id, t.pay_until AS "payUntil" FROM otc_transaction t WHERE t.state = 'initialised' AND t.pay_until <= $1
       AND ($3::timestamptz IS NULL OR (t.pay_until, t.id) > ($3, $4::int8)) ORDER BY t.pay_until, t.id LIMIT $2`,
    [now, limit, after?.payUntil ?? null, after ? `${after.id}` : null],
  )

export type EventKind =
  | 'taken'
  | 'paid'
  | 'released'
  | 'cancelled'
  | 'unpaid'
  | 'disputed'
  | 'answered'
  | 'evidence'
  | 'decided'
export type OtcEvent = { readonly kind: EventKind; readonly byId: WalletId | null; readonly at: Date }

export const addEvent = async (tx: Tx, id: bigint, { kind, byId, at }: OtcEvent): Promise<void> => {
  await tx.query('INSERT INTO otc_event (transaction_id, kind, by_id, at) VALUES ($1, $2, $3, $4)', [
    id,
    kind,
    byId,
    at,
  ])
}
export const eventsOf = (sql: Sql, id: bigint): Promise<OtcEvent[]> =>
  sql.query<OtcEvent>('SELECT kind, by_id AS "byId", at FROM otc_event WHERE transaction_id = $1 ORDER BY id', [id])
