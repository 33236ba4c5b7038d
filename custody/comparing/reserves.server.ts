import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chainCoin, chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { addMs } from '#kit/time/clock.ts'
import type { BlockHeader } from '#outside/chains/port.ts'
import { type BookSnapshot, readBooks } from './books.store.ts'
import { readCustody } from './custody.server.ts'
import { coinsOf, type One, ownAddresses, sweptAskedMs } from './reconcile.job.ts'
import { fineOfBase, unitsOfFine } from './reconciliation.ts'
import { movedSince, placesOf } from './reserves.store.ts'

/** payout: contract that pays withdrawals · hot: pays without a contract · cold: no key online. */
export type ReserveRole = 'payout' | 'hot' | 'cold' | 'deposit'
/** Amounts in base units. */
export type ReserveAddress = {
  readonly address: Address
  readonly role: ReserveRole
  readonly index: number | undefined
  readonly amounts: Readonly<Partial<Record<Coin, bigint>>>
}
export type ChainReserves = {
  readonly chain: ChainId
  readonly block: BlockHeader
  readonly addresses: readonly ReserveAddress[]
  /**
   * In units: later postings plus unbooked deposits, minus unbooked payments that left. Subtract from the balances to get the balances at
   * the cutoff.
   */
  readonly after: Readonly<Partial<Record<Coin, bigint>>>
}

/**
 * Reads all our balances at the end of one block, even those too small to sweep. @param cut the last posting of the compared day @returns
 * undefined after a reorganization, or before the first block
 */
export async function readReserves(one: One, cut: bigint): Promise<ChainReserves | undefined> {
  const { db, clock, chain, connection } = one
  const coins = coinsOf(connection)
  const moved = new Map<Coin, bigint>()
  for (const coin of coins) moved.set(coin, await movedSince(db, chain, coin, cut))
  const snapshot = await readBooks(db, chain, coins, addMs(clock.now(), -sweptAskedMs))
  if (!snapshot) return undefined
  const own = ownAddresses(connection)
  const holdings = new Map(
    snapshot.coins.map(({ coin, addresses, resting }) => [coin, new Set([...own, ...addresses, ...resting.addresses])]),
  )
  const custody = await readCustody(connection.port, snapshot, holdings)
  if (!custody) return undefined
  // A posting during the read makes the figures inconsistent.
  for (const coin of coins) if (moved.get(coin) !== (await movedSince(db, chain, coin, cut))) return undefined
  const places = await placesOf(db, chains[chain].form, [...new Set([...holdings.values()].flatMap((all) => [...all]))])
  const roles = new Map<Address, ReserveRole>([[connection.hotAddress, connection.network.vault ? 'payout' : 'hot']])
  if (connection.network.coldAddress) roles.set(connection.network.coldAddress, 'cold')
  const found = new Map<Address, Partial<Record<Coin, bigint>>>(own.map((address) => [address, {}]))
  for (const [coin, addresses] of holdings)
    for (const address of addresses) {
      const held = custody.get(coin)?.heldOf(address) ?? 0n
      if (held > 0n || roles.has(address)) found.set(address, { ...found.get(address), [coin]: held })
    }
  const addresses = [...found]
    .map(([address, amounts]): ReserveAddress => {
      const role = roles.get(address) ?? 'deposit'
      return { address, role, index: role === 'deposit' ? places.get(address) : undefined, amounts }
    })
    .toSorted((one, other) =>
      one.role === other.role ? (one.address < other.address ? -1 : 1) : rank(one) - rank(other),
    )
  expect(
    addresses.every(({ role, index }) => role !== 'deposit' || index !== undefined),
    'a deposit address has a place in the derivation',
  )
  return { chain, block: snapshot.tip, addresses, after: afterOf(chain, snapshot, moved, custody) }
}

const order: readonly ReserveRole[] = ['payout', 'hot', 'cold', 'deposit']
const rank = ({ role }: ReserveAddress): number => order.indexOf(role)

function afterOf(
  chain: ChainId,
  { coins }: BookSnapshot,
  moved: ReadonlyMap<Coin, bigint>,
  custody: ReadonlyMap<Coin, { readonly left: bigint }>,
): ChainReserves['after'] {
  return Object.fromEntries(
    coins.map(({ coin, arriving }) => {
      const decimals = chainCoin(chain, coin)?.decimals
      expect(decimals !== undefined, `${coin} travels on ${chain}`)
      const leaving = fineOfBase(custody.get(coin)?.left ?? 0n, decimals)
      return [coin, (moved.get(coin) ?? 0n) + unitsOfFine(arriving) - unitsOfFine(leaving)]
    }),
  )
}
