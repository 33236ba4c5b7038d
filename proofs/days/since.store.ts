import { assetNumber, assetOf, type Coin, coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import type { Kind } from '../tree/format.ts'
import { partOf } from '../tree/parts.ts'

export type Moved = { readonly kind: Kind; readonly coin: Coin; readonly units: bigint }

/** A posting without a record on an account of the wallet's orders: coins reserved, or money moved into a purchase. */
export type Unrecorded = {
  readonly id: bigint
  readonly at: Date
  readonly kind: 'principal' | 'promised'
  readonly coin: Coin
  /** Negative if outgoing. */
  readonly units: bigint
  readonly ref: string
}

/** Undefined if the class owes nothing. */
function owedKind(number: number): Kind | undefined {
  const name = classes.find((each) => classNumber(each) === number)
  const part = name && partOf(name)
  return part?.is === 'owed' ? part.kind : undefined
}

/** Accounts of wallet $2 that may have moved after cutoff $3, including orders that ended since. */
const accounts = `(SELECT id, class, asset, purpose, balance FROM own_account WHERE lane = $1 AND holder = $2
    UNION SELECT b.id, b.class, b.asset, b.purpose, b.balance FROM own_mark m JOIN balance b ON b.id = m.account AND b.lane = m.lane
      WHERE m.lane = $1 AND m.holder = $2 AND m.until > $3)`

/** Newest first. */
export async function unrecordedSince(sql: Sql, walletId: WalletId, cut: bigint, limit: number): Promise<Unrecorded[]> {
  const side = (column: 'debit' | 'credit', change: string) =>
    `(SELECT p.id, p.happened_at, ${change} AS units, p.ref FROM record p
      WHERE p.lane = $1 AND p.${column} = a.id AND p.id > $3 AND p.code < 0 ORDER BY p.id DESC LIMIT $5)`
  const rows = await sql.query<{
    id: bigint
    at: Date
    class: number
    asset: number
    units: bigint
    ref: string | null
  }>(
    `SELECT p.id, p.happened_at AS at, a.class, a.asset, p.units, p.ref
     FROM ${accounts} a CROSS JOIN LATERAL (${side('debit', '-p.amount')} UNION ALL ${side('credit', 'p.amount')}) p
     WHERE a.purpose IN ('principal', 'promised') AND a.asset = ANY ($4::int2[]) ORDER BY p.id DESC LIMIT $5`,
    [laneOf(walletId), walletId, cut, coins.map(assetNumber), limit],
  )
  return rows.map(({ id, at, asset, units, ref, ...row }) => {
    const kind = owedKind(row.class)
    expect(kind === 'principal' || kind === 'promised', 'what has no record concerns an order')
    return { id, at, kind, coin: assetOf(asset) as Coin, units, ref: ref ?? '' }
  })
}

/** The proven balance plus this change is the current balance. */
export async function movedSince(sql: Sql, walletId: WalletId, cut: bigint): Promise<Moved[]> {
  const rows = await sql.query<{ class: number; asset: number; units: string }>(
    `SELECT a.class, a.asset, sum(a.balance - coalesce(before.balance, 0))::text AS units
     FROM ${accounts} a LEFT JOIN LATERAL (
       SELECT b.balance FROM (
         (SELECT id, debit_balance AS balance FROM record WHERE lane = $1 AND debit = a.id AND id <= $3 ORDER BY id DESC LIMIT 1)
         UNION ALL (SELECT id, credit_balance FROM record WHERE lane = $1 AND credit = a.id AND id <= $3 ORDER BY id DESC LIMIT 1)) b
       ORDER BY b.id DESC LIMIT 1) before ON true
     WHERE a.asset = ANY ($4::int2[]) GROUP BY a.class, a.asset`,
    [laneOf(walletId), walletId, cut, coins.map(assetNumber)],
  )
  const moved = new Map<string, Moved>()
  for (const row of rows) {
    const kind = owedKind(row.class)
    if (!kind) continue
    const coin = assetOf(row.asset) as Coin
    const key = `${kind} ${coin}`
    moved.set(key, { kind, coin, units: (moved.get(key)?.units ?? 0n) + BigInt(row.units) })
  }
  return [...moved.values()].filter(({ units }) => units !== 0n)
}
