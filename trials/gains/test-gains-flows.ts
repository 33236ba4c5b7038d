import { type Asset, assetOf } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { pairs } from '#kit/text/ids.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { liquidityOf, type SharedMarket } from '#market/market.store.ts'

export type Side = {
  readonly owner: string
  readonly purpose: string
  readonly holder: WalletId | null
  readonly line: LineId | null
}
/** `explained`: the largest gain that promises allow. Both amounts are in units of the coin or USDT. */
export type Gain = { readonly what: string; readonly got: bigint; readonly explained: bigint }

export type Flow = {
  readonly id: bigint
  readonly at: Date
  readonly from: Side
  readonly to: Side
  readonly asset: Asset
  /** Record type; -1 in no record. */
  readonly code: number
  readonly units: bigint
  /** From the posting's accounts or entry; undefined if none. */
  readonly orderId: number | undefined
}

type Row = {
  id: bigint
  at: Date
  asset: number
  code: number
  amount: bigint
  ref: string | null
  from: Omit<Side, 'line'>
  to: Omit<Side, 'line'>
}

const orderIn = (...texts: readonly (string | null)[]): number | undefined => {
  for (const text of texts) if (text?.startsWith('order:')) return Number(text.slice('order:'.length))
  return undefined
}

export async function lastPosting(db: Db): Promise<bigint> {
  const [row] = await db.query<{ id: bigint | null }>('SELECT max(id) AS id FROM record')
  return row?.id ?? 0n
}

export async function flowsAfter(db: Db, after: bigint): Promise<Flow[]> {
  const rows = await db.query<Row>(
    `SELECT p.id, p.happened_at AS at, p.asset, p.code, p.amount, p.ref,
       jsonb_build_object('owner', d.owner, 'purpose', d.purpose, 'holder', d.holder) AS "from",
       jsonb_build_object('owner', c.owner, 'purpose', c.purpose, 'holder', c.holder) AS "to"
     FROM record p JOIN balance d ON d.id = p.debit JOIN balance c ON c.id = p.credit
     WHERE p.id > $1 ORDER BY p.id`,
    [after],
  )
  const orders = await db.query<{ id: bigint; line: LineId }>('SELECT id, line FROM investment_order')
  const lines = new Map(orders.map(({ id, line }) => [`order:${id}`, line]))
  const sided = (side: Omit<Side, 'line'>): Side => ({ ...side, line: lines.get(side.owner) ?? null })
  return rows.map(({ id, at, asset, code, amount, ref, from, to }) => ({
    id,
    at,
    asset: assetOf(asset),
    code,
    units: amount,
    from: sided(from),
    to: sided(to),
    orderId: orderIn(from.owner, to.owner, ref),
  }))
}

export type OwnOrder = {
  readonly id: number
  readonly walletId: WalletId
  readonly line: LineId
  readonly state: string
  readonly boughtAt: Date
  readonly overAt: Date | null
  readonly shareUnits: bigint
  readonly promiseUnits: bigint
  readonly baseUnits: bigint
  readonly unmarkedUnits: bigint
  readonly pair: PairId | null
  readonly terms: {
    readonly base: string
    readonly side?: string
    readonly days: number
    readonly rate: string
    readonly powerPerDay: string
    readonly weight?: string
    readonly pays?: string
    readonly mostPerDay?: string
    readonly startPower?: string
    readonly releasePerDay?: string
  }
}

export const ownOrders = async (db: Db, wallets: readonly WalletId[]): Promise<ReadonlyMap<number, OwnOrder>> => {
  const rows = await db.query<Omit<OwnOrder, 'id'> & { id: bigint }>(
    `SELECT id, wallet_id AS "walletId", line, state, bought_at AS "boughtAt", over_at AS "overAt", share_units AS "shareUnits",
       promise_units AS "promiseUnits", base_units AS "baseUnits",
       pair, terms, (SELECT coalesce(sum(split_part(e.params ->> 'amount', ' ', 1)::numeric * 100000000), 0)::int8
         FROM order_event e WHERE e.order_id = o.id AND e.kind = 'unmarked') AS "unmarkedUnits"
     FROM investment_order o WHERE wallet_id = ANY ($1::text[]) ORDER BY id`,
    [wallets],
  )
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id) }]))
}

export type Balance = {
  readonly owner: string
  readonly purpose: string
  readonly holder: WalletId
  readonly asset: Asset
  readonly units: bigint
}
export const balancesOf = async (db: Db, wallets: readonly WalletId[]): Promise<Balance[]> => {
  const rows = await db.query<{ owner: string; purpose: string; holder: WalletId; asset: number; balance: bigint }>(
    'SELECT owner, purpose, holder, asset, balance FROM balance WHERE holder = ANY ($1::text[]) AND balance <> 0 ORDER BY owner, purpose, asset',
    [wallets],
  )
  return rows.map(({ asset, balance, ...row }) => ({ ...row, asset: assetOf(asset), units: balance }))
}

export type DayPot = {
  readonly pool: string
  readonly pot: string
  readonly asset: Asset
  readonly units: bigint
  readonly weight: bigint
  readonly at: Date
}
export const potsAfter = async (db: Db, from: Date): Promise<DayPot[]> => {
  const rows = await db.query<{ pool: string; pot: string; asset: number; units: bigint; weight: string; at: Date }>(
    `SELECT pool, pot, asset, units, weight::text AS weight, (day + 1)::timestamp AT TIME ZONE 'UTC' AS at FROM settlement_pot
     WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' >= $1`,
    [from],
  )
  return rows.map(({ asset, weight, ...row }) => ({ ...row, asset: assetOf(asset), weight: BigInt(weight) }))
}

export type Markets = ReadonlyMap<PairId, SharedMarket>
export async function marketsOf(db: Db): Promise<Markets> {
  const markets = new Map<PairId, SharedMarket>()
  for (const pair of pairs) markets.set(pair, await liquidityOf(db, pair))
  return markets
}

export async function coinsInFunds(db: Db): Promise<bigint> {
  const [row] = await db.query<{ units: string }>(
    `SELECT coalesce(sum(balance), 0)::text AS units FROM balance JOIN investment_order o ON owner = 'order:' || o.id
     WHERE purpose = 'principal' AND o.line = 'fund'`,
  )
  return BigInt(row?.units ?? '0')
}
