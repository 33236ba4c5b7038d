import { keepBound } from '#custody/payments/address/bound-address.store.ts'
import { moveStage } from '#custody/payments/approving/review.store.ts'
import { askedEntry } from '#custody/payments/withdrawal-entries.ts'
import { withdrawalVelocity } from '#custody/payments/withdrawal-settings.ts'
import { keepWithdrawal } from '#custody/payments/withdrawals.store.ts'
import { bindMessage, signText } from '#identity/sessions/identity-key.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { randomHex } from '#kit/text/random.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'

/** Lifts the limits per hour. */
export const allowMany = (db: Db, at: Date): Promise<unknown> => {
  const value = { hourValue: '1000000', rushPercent: 1000, rushFloorValue: '1000000' }
  return db.transaction((tx) => changeSetting(tx, withdrawalVelocity, { value, reason: 'many withdrawals', at }))
}

/** A new wallet that withdraws everything. @param whole USDT, of which one is the fee */
export async function askWithdrawals(db: Db, chains: readonly ChainId[], whole: number, at: Date) {
  const { walletId, key } = await testWallet(db)
  const address = checksumAddress(`0x${randomHex(20)}`)
  const issuedAt = 1_764_000_000
  const ids: bigint[] = []
  for (const chain of chains) {
    const signature = signText(bindMessage(walletId, chain, address, issuedAt), key)
    const certificate = { signedAddress: address, issuedAt, publicKey: key.publicText, signature }
    const units = BigInt(whole) * unitsPerOne
    const terms = { walletId, chain, coin: 'USDT', units, feeUnits: unitsPerOne } as const
    await db.transaction(async (tx) => {
      const bound = { walletId, chain, address, remark: '', boundAt: at, payableFrom: addMs(at, -dayMs) }
      await keepBound(tx, { ...bound, ...certificate })
      const postings = [{ from: outside(chain), to: available(walletId), asset: 'USDT' as const, units, code: 2 }]
      await post(tx, { key: `test:${walletId}:${chain}`, at, postings })
      const asked = { ...terms, key: randomHex(16), value: units, address, needsReview: false, at }
      const id = await keepWithdrawal(tx, asked)
      await post(tx, askedEntry({ ...terms, id }, at))
      await moveStage(tx, id, at)
      ids.push(id)
    })
  }
  return { ids, address, whole: BigInt(whole - 1) }
}
