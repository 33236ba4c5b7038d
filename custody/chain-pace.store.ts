import type { ChainId } from '#kit/chain/chains.ts'
import type { Sql } from '#kit/store/db.ts'
import type { NetworkRow } from '#outside/chains/network.store.ts'
import { blocksMeasured, type ChainPace, paceOf } from './chain-pace.ts'

type Row = { readonly chain: ChainId; readonly read: bigint; readonly moments: readonly number[] }

export async function pacesOf(
  sql: Sql,
  networks: readonly NetworkRow[],
  now: Date,
): Promise<ReadonlyMap<ChainId, ChainPace>> {
  if (networks.length === 0) return new Map()
  const rows = await sql.query<Row>(
    `SELECT w.chain, max(b.number) AS read, jsonb_agg((extract(epoch FROM b.at) * 1000)::bigint ORDER BY b.number) AS moments
     FROM unnest($1::text[]) AS w (chain),
       LATERAL (SELECT number, at FROM chain_block WHERE chain = w.chain ORDER BY number DESC LIMIT ${blocksMeasured}) b
     GROUP BY w.chain`,
    [networks.map(({ chain }) => chain)],
  )
  const known = new Map(rows.map((row) => [row.chain, row]))
  return new Map(
    networks.map((network) => {
      const { read = null, moments = [] } = known.get(network.chain) ?? {}
      return [network.chain, paceOf({ ...network, read, moments }, now)]
    }),
  )
}
