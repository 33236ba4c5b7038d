import { declareRegion } from '#identity/team/region.store.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { lines } from '#ledger/posting/lines.ts'
import { keepPassedQuiz } from '#products/gates/gates.store.ts'

export async function passGates(db: Db, walletId: WalletId, at = new Date(0)): Promise<void> {
  await db.transaction(async (tx) => {
    await declareRegion(tx, walletId, 'SG', at)
    for (const line of lines) await keepPassedQuiz(tx, walletId, line, at)
  })
}
