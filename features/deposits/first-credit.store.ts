import type { Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { post } from '#ledger/ledger.store.ts'
import { isPosted, rechargedBy } from '#ledger/recharged.store.ts'
import { worthFor } from '#ledger/value.store.ts'
import { firstCreditEntry, firstCreditKeys, firstRecharge } from './first-credit.ts'

/**
 * After a recharge: grants the first CREDIT once all recharges of a wallet are worth 100 USDT, at what earns. The caller has locked the wallet.
 * A coin without a price counts nothing yet.
 */
export async function grantFirstCredit(tx: Tx, walletId: WalletId, at: Date): Promise<void> {
  if (await isPosted(tx, firstCreditKeys(walletId))) return
  let value = 0n
  for (const { asset, units } of await rechargedBy(tx, walletId))
    value += (await worthFor(tx, 'earns', asset, units, at)) ?? 0n
  if (value >= firstRecharge) await post(tx, firstCreditEntry(walletId, at))
}
