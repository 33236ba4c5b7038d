import { findWithdrawal } from '#custody/payments/withdrawals.store.ts'
import { findDeposit } from '#custody/watching/deposits/deposits.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { findAd } from '#otc/ads/ads.store.ts'
import { findTransaction } from '#otc/transactions.store.ts'
import { explorerLink } from '#outside/chains/network.store.ts'
import { isOrderOf } from '#products/orders/orders.store.ts'
import type { walletRecord } from '../balances.contract.ts'
import { readRef } from './record-refs.ts'

type Detail = NonNullable<OutputOf<typeof walletRecord>['detail']>
type LoadDetail = (sql: Sql, walletId: WalletId, id: string) => Promise<Detail | null>
export type HandedIn = { readonly transfer: LoadDetail; readonly exchange: LoadDetail }

const linkOf = ({ hash, explorerUrl }: { readonly hash: string | null; readonly explorerUrl: string | null }): string =>
  explorerLink(explorerUrl === null ? undefined : { explorerUrl }, hash ?? '')

/** Hides another user's order behind a reward. */
export function loadDetail(sql: Sql, walletId: WalletId, ref: string, handedIn: HandedIn): Promise<Detail | null> {
  const belongs = readRef(ref)
  if (belongs.kind === 'deposit') return loadDeposit(sql, walletId, belongs)
  if (belongs.kind === 'other') return Promise.resolve(null)
  const loaders = { ...handedIn, withdrawal: loadWithdrawal, order: loadOrder, otc: loadTrade, ad: loadAd }
  return loaders[belongs.kind](sql, walletId, belongs.id)
}

async function loadDeposit(
  sql: Sql,
  walletId: WalletId,
  by: { readonly chain: ChainId; readonly hash: string },
): Promise<Detail | null> {
  const row = await findDeposit(sql, walletId, by)
  if (!row) return null
  const { chain, hash, coin, address, units, at } = row
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
  const row = await findWithdrawal(sql, walletId, id)
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

const loadOrder = async (sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> =>
  (await isOrderOf(sql, walletId, id)) ? { kind: 'order', id: Number(id) } : null

async function loadTrade(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  const found = await findTransaction(sql, BigInt(id))
  if (!found || (found.makerId !== walletId && found.takerId !== walletId)) return null
  const { sellerId, buyerId, units, fiatUnits, fiat, takenAt } = found
  const isSeller = sellerId === walletId
  return {
    kind: 'otc',
    id: Number(id),
    direction: isSeller ? 'out' : 'in',
    walletId: isSeller ? buyerId : sellerId,
    amount: showUnits(units),
    money: showUnits(fiatUnits),
    fiat,
    at: takenAt.toISOString(),
  }
}

async function loadAd(sql: Sql, walletId: WalletId, id: string): Promise<Detail | null> {
  return (await findAd(sql, BigInt(id)))?.makerId === walletId ? { kind: 'ad', id: Number(id) } : null
}
