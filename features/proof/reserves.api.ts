import { saleStops } from '#custody/sale-stops.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { implementRead } from '#kit/wire/implement.api.ts'
import { publicNetworks } from '#outside/chains/network.store.ts'
import { publishedHot, publishedReserves } from '#proofs/reserves/reserves.store.ts'
import { coveringOf, type ReserveStatement } from '#proofs/reserves/reserves.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { proofHot, proofReserves } from './reserves.contract.ts'

const nodesOf = async (db: Sql) =>
  (await publicNetworks(db)).flatMap(({ chain, publicUrl }) => (publicUrl ? [{ chain, node: publicUrl }] : []))

export const proofHotApi = implementRead(proofHot, async (_, { db }) => ({
  latest: (await publishedHot(db)) ?? null,
  nodes: await nodesOf(db),
}))

export const proofReservesApi = (demo: boolean) =>
  implementRead(proofReserves, async (_, { db }) => {
    const found = await publishedReserves(db)
    const stops = await readSetting(db, saleStops)
    const nodes = await nodesOf(db)
    if (!found) return { latest: null, items: [], nodes, demo }
    const { day, madeAt, reserves, owing } = found
    const said = JSON.parse(reserves.text) as ReserveStatement
    const items = coveringOf(said, JSON.parse(owing.text) as Statement).map((each) => {
      const coin = coins.find((known) => known === each.coin)
      expect(coin, 'statements are of our coins')
      return {
        coin,
        reserves: showUnits(each.reserves),
        owed: showUnits(each.owed),
        venue: showUnits(each.venue),
        ratio: each.ratio === undefined ? null : showUnits(each.ratio),
        covered: each.isCovered,
        stopped: stops[coin] ?? null,
      }
    })
    return { latest: { day, made: madeAt.toISOString(), reserves, owing }, items, nodes, demo }
  })
