import { lockWallet } from '#identity/wallet.store.ts'
import { greater } from '#kit/amount/amount.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { broughtBy, isPosted } from '#ledger/records/recharged.store.ts'
import { worthFor } from '#market/prices/value.store.ts'
import { firstCreditEntry, firstCreditKeys, firstRecharge, firstStayMs, keptOf } from './first-credit.ts'

/** Per run. */
const lookedMax = 300

/** In USDT. Incoming coins use the price `earns`, outgoing ones `limits`. A coin without a price does not count yet. */
async function keptBy(sql: Sql, walletId: WalletId, until: Date, now: Date): Promise<bigint> {
  const value = { recharged: 0n, received: 0n, left: 0n }
  for (const { asset, recharged, received, left } of await broughtBy(sql, walletId, until)) {
    // Net the amounts first. Otherwise the price difference would reduce the 100 USDT.
    const back = received - greater(received - left, 0n)
    value.recharged += (await worthFor(sql, 'earns', asset, recharged, now)) ?? 0n
    value.received += (await worthFor(sql, 'earns', asset, received - back, now)) ?? 0n
    value.left += (await worthFor(sql, 'limits', asset, left - back, now)) ?? 0n
  }
  return keptOf(value)
}

/** The caller has locked the wallet. */
export async function awaitFirstCredit(tx: Tx, walletId: WalletId, at: Date): Promise<void> {
  if (await isPosted(tx, firstCreditKeys(walletId))) return
  if ((await keptBy(tx, walletId, at, at)) < firstRecharge) return
  await tx.query('INSERT INTO first_credit_wait (wallet_id, due_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    walletId,
    addMs(at, firstStayMs),
  ])
}

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
  // A newer deposit may qualify tomorrow. If too much has left, only the next deposit starts a wait.
  if (!hasStayed && (await keptBy(tx, walletId, now, now)) >= firstRecharge)
    await tx.query('UPDATE first_credit_wait SET due_at = $2 WHERE wallet_id = $1', [walletId, addMs(now, dayMs)])
  else await tx.query('DELETE FROM first_credit_wait WHERE wallet_id = $1', [walletId])
}
