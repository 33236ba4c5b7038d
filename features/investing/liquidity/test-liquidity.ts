import { usualChain } from '#kit/chain/chains.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import type { buyOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n

export async function openMarket(world: InvestingWorld, pair: PairId, base: bigint, quoted: bigint): Promise<void> {
  const at = world.clock.now()
  const coins = coinsOf(pair)
  await world.db.transaction(async (tx) => {
    for (const [asset, units] of [
      [coins.base, base * one],
      [coins.quoted, quoted * one],
    ] as const) {
      const postings = [{ from: outside(usualChain(asset)), to: company('capital'), asset, units }]
      await post(tx, { key: `seed:${pair}:${asset}`, at, postings })
    }
    await seedMarket(tx, { pair, baseUnits: base * one, quotedUnits: quoted * one, key: `seed:${pair}`, at })
  })
}

export async function liquidityWorld() {
  const world = await investingWorld()
  await openMarket(world, 'USDT-ATMC', 10_000n, 200_000n)
  return {
    ...world,
    join: (walletId: WalletId, changes: Partial<CallInputOf<typeof buyOrder>> = {}) =>
      world.buy(walletId, { productId: 30, amount: '1000', days: 7, ...changes }),
  }
}

export const swap = (
  world: Pick<InvestingWorld, 'db' | 'clock' | 'newKey'>,
  walletId: WalletId,
  give: 'USDT' | 'ATMC',
  whole: bigint,
) =>
  world.db.transaction((tx) =>
    trade(tx, {
      walletId,
      pair: 'USDT-ATMC',
      give,
      units: whole * one,
      minimum: 0n,
      key: world.newKey(),
      at: world.clock.now(),
    }),
  )
