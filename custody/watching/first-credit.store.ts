import { lockWallet } from '#identity/wallet.store.ts'
import { greater } from '#kit/amount.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Db, Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { post } from '#ledger/ledger.store.ts'
import { broughtBy, isPosted } from '#ledger/recharged.store.ts'
import { worthFor } from '#market/value.store.ts'
import { firstCreditEntry, firstCreditKeys, firstRecharge, firstStayMs, keptOf } from './first-credit.ts'

/** Wallets looked at in one run. What is left waits for the next. */
const lookedMax = 300

/**
 * What is still there of what a wallet recharged up to a moment, in USDT: what came at what it earns by, what left at the dearest. A coin
 * without a price counts nothing yet.
 */
async function keptBy(sql: Sql, walletId: WalletId, until: Date, now: Date): Promise<bigint> {
  const value = { recharged: 0n, received: 0n, left: 0n }
  for (const { asset, recharged, received, left } of await broughtBy(sql, walletId, until)) {
    // What left of a coin is weighed against what came of it first: a coin's two prices make nobody's 100 USDT less.
    const back = received - greater(received - left, 0n)
    value.recharged += (await worthFor(sql, 'earns', asset, recharged, now)) ?? 0n
    value.received += (await worthFor(sql, 'earns', asset, received - back, now)) ?? 0n
    value.left += (await worthFor(sql, asset === 'USDT' ? 'earns' : 'limits', asset, left - back, now)) ?? 0n
  }
  return keptOf(value)
}

/** After a recharge: from when on 100 USDT are there, the first CREDIT is looked for. The caller has locked the wallet. */
export async function awaitFirstCredit(tx: Tx, walletId: WalletId, at: Date): Promise<void> {
  if (await isPosted(tx, firstCreditKeys(walletId))) return
  if ((await keptBy(tx, walletId, at, at)) < firstRecharge) return
  await tx.query('INSERT INTO first_credit_wait (wallet_id, due_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    walletId,
    addMs(at, firstStayMs),
  ])
}

/** Grants the first CREDIT to whom it is due: 100 USDT of what was recharged a week ago or before have not left. */
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
  // Part of it came later, and may be due tomorrow; what has left waits for the next recharge.
  if (!hasStayed && (await keptBy(tx, walletId, now, now)) >= firstRecharge)
    await tx.query('UPDATE first_credit_wait SET due_at = $2 WHERE wallet_id = $1', [walletId, addMs(now, dayMs)])
  else await tx.query('DELETE FROM first_credit_wait WHERE wallet_id = $1', [walletId])
}
