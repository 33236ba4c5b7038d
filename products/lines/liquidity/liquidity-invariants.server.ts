import { showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import { sharesOfMarkets } from '#market/market.store.ts'
import { sharesByPair } from './shares.store.ts'

/** @returns one sentence per difference. */
export async function findLiquidityProblems(sql: Sql): Promise<string[]> {
  const held = await sharesByPair(sql)
  return [...(await sharesOfMarkets(sql))].flatMap(([pair, { orders }]) => {
    const there = held.get(pair) ?? 0n
    if (there === orders) return []
    return [`market ${pair}: ${showUnits(there)} shares in orders where the market says ${showUnits(orders)}`]
  })
}
