import { divide, showUnits, unitsPerOne } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import type { Sql } from '#kit/db.ts'
import type { PairId, WalletId } from '#kit/ids.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { coinsOf } from '#market/market.ts'
import { explorerLink } from '#outside/chains/network.store.ts'
import type { walletRecord } from './balances.contract.ts'
import { readRef } from './record-refs.ts'

type Detail = NonNullable<OutputOf<typeof walletRecord>['detail']>
type OnChain = { readonly chain: ChainId; readonly coin: Coin; readonly address: string; readonly hash: string | null }
type Linked = { readonly explorerUrl: string | null }

/** A link for a hash of a row that was read with its network. */
const linkOf = ({ hash, explorerUrl }: { readonly hash: string | null } & Linked): string =>
  explorerLink(explorerUrl === null ? undefined : { explorerUrl }, hash ?? '')

/** What a record belongs to, if it is the wallet's own: an order of somebody else that a reward came from is not shown. */
export function loadDetail(sql: Sql, walletId: WalletId, ref: string): Promise<Detail | null> {
  const belongs = readRef(ref)
  if (belongs.kind === 'deposit') return loadDeposit(sql, walletId, belongs)
  if (belongs.kind === 'other') return Promise.resolve(null)
  return loaders[belongs.kind](sql, walletId, belongs.id)
}

async function loadDeposit(
  sql: Sql,
  walletId: WalletId,
  { chain, hash }: { readonly chain: ChainId; readonly hash: string },
): Promise<Detail | null> {
  const [row] = await sql.query<OnChain & Linked & { units: bigint; at: Date }>(
    `SELECT d.chain, d.coin, d.to_address AS address, d.tx_hash AS hash, d.units, d.seen_at AS at, n.explorer_url AS "explorerUrl"
     FROM deposit d LEFT JOIN network n ON n.chain = d.chain WHERE d.chain = $2 AND d.tx_hash = $3 AND d.wallet_id = $1 LIMIT 1`,
    [walletId, chain, hash],
  )
  if (!row) return null
  const { coin, address, units, at } = row
  return {
    kind: 'deposit',
    chain,
    coin,
    address,
    amount: showUnits(units),
    hash,
    explorerUrl: linkOf(row),
    at: at.toISOString(),
  }
}

async function loadWithdrawal(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  const [row] = await sql.query<OnChain & Linked & { units: bigint; fee: bigint; at: Date }>(
    `SELECT w.chain, w.coin, w.address, p.tx_hash AS hash, w.units, w.fee_units AS fee, w.requested_at AS at,
       n.explorer_url AS "explorerUrl"
     FROM withdrawal w LEFT JOIN payment p ON p.withdrawal_id = w.id LEFT JOIN network n ON n.chain = w.chain
     WHERE w.id = $2 AND w.wallet_id = $1`,
    [walletId, id],
  )
  if (!row) return null
  const { chain, coin, address, hash, units, fee, at } = row
  return {
    kind: 'withdrawal',
    id: Number(id),
    chain,
    coin,
    address,
    amount: showUnits(units),
    fee: showUnits(fee),
    hash: hash ?? '',
    explorerUrl: linkOf(row),
    at: at.toISOString(),
  }
}

async function loadTransfer(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  const [row] = await sql.query<{ out: boolean; other: string; coin: Coin; units: bigint; remark: string; at: Date }>(
    `SELECT from_wallet = $1 AS out, CASE WHEN from_wallet = $1 THEN to_wallet ELSE from_wallet END AS other, coin, units, remark, at
     FROM transfer WHERE id = $2 AND $1 IN (from_wallet, to_wallet)`,
    [walletId, id],
  )
  if (!row) return null
  const { out, other, coin, units, remark, at } = row
  const direction = out ? 'out' : 'in'
  return {
    kind: 'transfer',
    id: Number(id),
    direction,
    walletId: other,
    coin,
    amount: showUnits(units),
    remark,
    at: at.toISOString(),
  }
}

type Receipt = {
  readonly pair: PairId
  readonly direction: 'buy' | 'sell'
  readonly units: bigint
  readonly fee: bigint
  readonly received: bigint
  readonly at: Date
}
async function loadExchange(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  const [row] = await sql.query<Receipt>(
    `SELECT pair, direction, units, fee_units AS fee, received_units AS received, at
     FROM exchange_receipt WHERE trade_id = $2 AND wallet_id = $1`,
    [walletId, id],
  )
  if (!row) return null
  const { base, quoted } = coinsOf(row.pair)
  const [give, receive] = row.direction === 'buy' ? [base, quoted] : [quoted, base]
  return {
    kind: 'exchange',
    id: Number(id),
    give,
    receive,
    amount: showUnits(row.units),
    received: showUnits(row.received),
    fee: showUnits(row.fee),
    rate: showUnits(divide(row.received * unitsPerOne, row.units, 'down')),
    at: row.at.toISOString(),
  }
}

async function loadOrder(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  const rows = await sql.query('SELECT id FROM investment_order WHERE id = $2 AND wallet_id = $1', [walletId, id])
  return rows.length > 0 ? { kind: 'order', id: Number(id) } : null
}

const loaders = { withdrawal: loadWithdrawal, transfer: loadTransfer, exchange: loadExchange, order: loadOrder }
