import type { Sql } from '#kit/store/db.ts'
import { explorerLink, publicNetworks } from '#outside/chains/network.store.ts'
import { type DaySpan, type PublishedDay, publishedDays } from '#proofs/days/publish.store.ts'
import { writtenRoots } from '#proofs/roots/roots.store.ts'

export async function statementsWritten(sql: Sql, limit: number, span: DaySpan = {}) {
  return withWritings(sql, await publishedDays(sql, limit, span))
}

export async function withWritings(sql: Sql, statements: readonly PublishedDay[]) {
  const [newest, oldest] = [statements.at(0), statements.at(-1)]
  if (!newest || !oldest) return []
  const networks = new Map((await publicNetworks(sql)).map((network) => [network.chain, network]))
  const written = await writtenRoots(sql, oldest.day, newest.day)
  return statements.map((statement) => ({
    ...statement,
    written: (written.get(statement.day) ?? []).flatMap(({ chain, contract, digest, blockNumber, hash }) => {
      const network = networks.get(chain)
      if (!network) return []
      const node = network.publicUrl ?? ''
      const evmChainId = Number(network.evmChainId)
      const link = explorerLink(network, hash)
      return [{ chain, evmChainId, contract, digest, block: blockNumber, transaction: hash, link, node }]
    }),
  }))
}
