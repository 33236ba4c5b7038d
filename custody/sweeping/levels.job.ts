import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { fromBaseUnits } from '#outside/chains/evm/erc20.ts'
import { openIncidents, reportIncident, resolveIncident } from '#outside/chains/incident.store.ts'
import { custodyLevels } from './custody-settings.ts'
import { claimsOn, keepLevel } from './levels.store.ts'
import { capRequest, type LevelRequest, requestOf } from './levels.ts'

type LevelsContext = { readonly db: Db; readonly clock: Clock; readonly chains: Chains }

/**
 * Measures the payout stock per chain. Requests a refill or a withdrawal to cold storage. @throws the first node's error, after every chain
 * was tried.
 */
export async function watchLevels(context: LevelsContext): Promise<void> {
  await eachInTurn(context.chains.connected, ([chain, connection]) =>
    eachInTurn(Object.keys(connection.network.tokens) as Coin[], (coin) =>
      watchLevel(context, chain, coin, connection),
    ),
  )
}

async function watchLevel(
  { db, clock }: LevelsContext,
  chain: ChainId,
  coin: Coin,
  { network, port, hotAddress }: ConnectedChain,
): Promise<void> {
  const terms = chainCoin(chain, coin)
  expect(terms, `${coin} travels on ${chain}`)
  const unitsAt = async (address: typeof hotAddress | undefined): Promise<bigint> =>
    address === undefined ? 0n : fromBaseUnits(await port.balance(coin, address), terms.decimals).units
  const [hot, cold] = [await unitsAt(hotAddress), await unitsAt(network.coldAddress)]
  const { owed, unswept } = await claimsOn(db, chain, coin)
  const set = (await readSetting(db, custodyLevels))[`${chain}.${coin}`]
  const floor = parseUnits(set?.floor ?? '0') ?? 0n
  const ceiling = set && parseUnits(set.ceiling)
  const caps = await port.headroom(coin)
  const left = caps && fromBaseUnits(caps.left, terms.decimals).units
  const at = clock.now()
  const wanted = [requestOf({ hot, owed, floor, ceiling }), left === undefined ? undefined : capRequest(owed, left)]
  await db.transaction(async (tx) => {
    await keepLevel(tx, { chain, coin, hot, cold, unswept, owed, at })
    await ask(
      tx,
      chain,
      coin,
      wanted.flatMap((each) => each ?? []),
      at,
    )
  })
}

type Tx = Parameters<typeof resolveIncident>[0]

const kinds: readonly string[] = ['hot_low', 'hot_high', 'cap_full'] satisfies LevelRequest['kind'][]

async function ask(tx: Tx, chain: ChainId, coin: Coin, wanted: readonly LevelRequest[], at: Date): Promise<void> {
  const open = (await openIncidents(tx)).filter(
    ({ kind, detail, ...incident }) => incident.chain === chain && detail.coin === coin && kinds.includes(kind),
  )
  for (const { id, kind } of open)
    if (!wanted.some((each) => each.kind === kind)) await resolveIncident(tx, id, 'over by itself', at)
  for (const { kind, units } of wanted) {
    if (open.some((each) => each.kind === kind)) continue
    const detail = { coin, amount: showUnits(units) }
    await reportIncident(tx, { chain, kind, halts: false, detail, at })
  }
}
