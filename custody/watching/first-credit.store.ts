import { lockWallet } from '#identity/wallet.store.ts'
import { greater } from '#kit/amount.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Db, Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { post } from '#ledger/ledger.store.ts'
import { broughtBy, isPosted } from '#ledger/recharged.store.ts'
import { worthFor } from '#market/value.store.ts'
import { firstCreditEntry, firstCreditKeys, firstRecharge, firstStayMs, keptOf } from './first-credit.ts'

/** Wallets looked at in one run. The others wait for the next run. */
const lookedMax = 300

/**
 * The part of a wallet's recharges up to a moment that is still there, in USDT. Coins that came count at the price `earns`, coins that
 * left at the price `limits`. A coin without a price counts nothing yet.
 */
async function keptBy(sql: Sql, walletId: WalletId, until: Date, now: Date): Promise<bigint> {
  const value = { recharged: 0n, received: 0n, left: 0n }
  for (const { asset, recharged, received, left } of await broughtBy(sql, walletId, until)) {
    // Coins that left are first subtracted from coins that came: otherwise the two prices would make the 100 USDT smaller.
    const back = received - greater(received - left, 0n)
    value.recharged += (await worthFor(sql, 'earns', asset, recharged, now)) ?? 0n
    value.received += (await worthFor(sql, 'earns', asset, received - back, now)) ?? 0n
    value.left += (await worthFor(sql, asset === 'USDT' ? 'earns' : 'limits', asset, left - back, now)) ?? 0n
  }
  return keptOf(value)
}

/** After a recharge: once 100 USDT are there, the wallet waits for its first CREDIT. The caller has locked the wallet. */
export async function awaitFirstCredit(tx: Tx, walletId: WalletId, at: Date): Promise<void> {
  if (await isPosted(tx, firstCreditKeys(walletId))) return
  if ((await keptBy(tx, walletId, at, at)) < firstRecharge) return
  await tx.query('INSERT INTO first_credit_wait (wallet_id, due_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    walletId,
    addMs(at, firstStayMs),
  ])
}

/** Grants the first CREDIT to each wallet that has kept 100 USDT of recharges that are a week old or older. */
export async function grantFirstCredits(db: Db, now: Date): Promise<void> {
  const due = await db.query<{ walletId: WalletId }>(
    'SELECT wallet_id AS "walletId" FROM first_credit_wait WHERE due_at <= $1 ORDER BY due_at, wallet_id LIMIT $2',
    [now, lookedMax],
  )
  for (const { walletId } of due) await db.transaction((tx) => lookAgain(tx, walletId, now))
}

async function lookAgain(tx: Tx, walletId: WalletId, now: Date): Promise<void> {
  await lockWallet(tx, walletId)
  const [waits] = await tx.query('SELECT 1 FROM first_credit_wait WHERE wallet_id = $1 AND due_at <= $2', [
    walletId,
    now,
  ])
  if (!waits) return
  const hasStayed = (await keptBy(tx, walletId, addMs(now, -firstStayMs), now)) >= firstRecharge
  if (hasStayed && !(await isPosted(tx, firstCreditKeys(walletId)))) await post(tx, firstCreditEntry(walletId, now))
  // A part came later: it may be due tomorrow. If too much has left, the wallet waits for its next recharge.
  if (!hasStayed && (await keptBy(tx, walletId, now, now)) >= firstRecharge)
    await tx.query('UPDATE first_credit_wait SET due_at = $2 WHERE wallet_id = $1', [walletId, addMs(now, dayMs)])
  else await tx.query('DELETE FROM first_credit_wait WHERE wallet_id = $1', [walletId])
}
