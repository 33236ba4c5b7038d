import { lendStar } from '#identity/team/star.store.ts'
import { starLevelOf, starMax } from '#identity/team/star-level.ts'
import { activateWallet, insertWallet, setNickname } from '#identity/wallet.store.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'

const lentMs = 3_650 * dayMs

/**
 * Six wallets, from six stars down to one, each invited by the previous, so the demo trader's fees reach an upline. No one has their keys.
 * @returns the last, with one star.
 */
export async function seedTeam(tx: Tx, at: Date): Promise<WalletId | undefined> {
  let sponsorId: WalletId | undefined
  for (let star = starMax; star > 0; star -= 1) {
    const walletId: WalletId = await insertWallet(tx, { sponsorId, passwordHash: null, at })
    await activateWallet(tx, walletId, at)
    await setNickname(tx, walletId, `Demo leader ${star}`)
    await lendStar(tx, walletId, starLevelOf(star), at, addMs(at, lentMs))
    sponsorId = walletId
  }
  return sponsorId
}
