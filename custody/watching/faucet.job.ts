import { showUnits } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { askGift } from '#outside/chains/dev-chain/gift.ts'
import { RpcRefused } from '#outside/chains/evm/json-rpc.ts'
import { markGiven, markRefused, openWishes } from './deposits/deposits.store.ts'

const wishesMax = 50

/** Demo only. Idempotent, because the faucet gives once per key. */
export async function sendGifts({ db, chains }: { readonly db: Db; readonly chains: Chains }): Promise<void> {
  for (const { id, key, chain, coin, units, address } of await openWishes(db, wishesMax)) {
    const network = chains.connected.get(chain)?.network
    if (!network?.demo) continue
    try {
      const gift = { key, chain, coin, to: address, amount: showUnits(units) }
      await markGiven(db, id, await askGift(network, gift))
    } catch (error) {
      if (!(error instanceof RpcRefused)) throw error
      await markRefused(db, id, error.message)
    }
  }
}
