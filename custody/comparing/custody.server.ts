import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { eachAtOnce } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { BlockHeader, ChainPort, TokenTransfer } from '#outside/chains/port.ts'
import type { BookSnapshot } from './books.store.ts'
import { netInto } from './reconciliation.ts'

const blocksMax = 200
const roundsMax = 10
const askedAtOnce = 16

export type Custody = ReadonlyMap<
  Coin,
  {
    readonly held: bigint
    readonly left: bigint
    /** Balance at the end of the block: current balance minus later transfers. */
    readonly heldOf: (address: Address) => bigint
    /** Current balance; undefined if transfers changed it. */
    readonly stillOf: (address: Address) => bigint | undefined
  }
>
export type Holdings = ReadonlyMap<Coin, ReadonlySet<Address>>

const nameOf = (coin: Coin, address: Address): string => `${coin} ${address}`

type Blocks = { readonly newest: BlockHeader; readonly transfers: readonly TokenTransfer[] }

/** Undefined if the blocks do not follow `from` or are too many. */
async function transfersAfter(port: ChainPort, from: BlockHeader): Promise<Blocks | undefined> {
  const head = await port.head()
  if (head - from.number > blocksMax) return undefined
  const transfers: TokenTransfer[] = []
  let newest = from
  for (let number = from.number + 1; number <= head; number += 1) {
    const block = await port.blockAt(number)
    const inside = block?.parent === newest.hash ? await port.transfersOf(block) : undefined
    if (!block || !inside) return undefined
    transfers.push(...inside)
    newest = block
  }
  return { newest, transfers }
}

async function readBalances(port: ChainPort, asked: readonly (readonly [Coin, Address])[], into: Map<string, bigint>) {
  const addresses = Map.groupBy(asked, ([coin]) => coin)
  for (const [coin, pairs] of addresses) {
    const owners = pairs.map(([, address]) => address)
    const found = await port.balances(coin, owners)
    owners.forEach((address, at) => {
      const balance = found[at]
      expect(balance !== undefined, 'a node names every balance it was asked for')
      into.set(nameOf(coin, address), balance)
    })
  }
}

/**
 * Reads all our balances at the end of one block. A node reports only the newest, so this rereads changed balances until none change, then
 * subtracts the later transfers. @returns undefined after a reorganization, or if the node is not at that block.
 */
export async function readCustody(
  port: ChainPort,
  { tip, openPayments }: BookSnapshot,
  holdings: Holdings,
): Promise<Custody | undefined> {
  const isOurs = ({ coin, from, to }: TokenTransfer): boolean => {
    const ours = holdings.get(coin)
    return ours !== undefined && (ours.has(from) || ours.has(to))
  }
  const since: TokenTransfer[] = []
  const balances = new Map<string, bigint>()
  let asked = [...holdings].flatMap(([coin, addresses]) => [...addresses].map((address) => [coin, address] as const))
  let block = tip
  for (let round = 0; ; round += 1) {
    const blocks = await transfersAfter(port, block)
    if (!blocks || round === roundsMax) return undefined
    const moved = blocks.transfers.filter(isOurs)
    since.push(...moved)
    block = blocks.newest
    if (round > 0) asked = movedAddresses(moved, holdings)
    if (round > 0 && asked.length === 0) break
    await readBalances(port, asked, balances)
  }
  const left = await paidBy(port, openPayments, tip, holdings)
  if ((await port.blockAt(tip.number))?.hash !== tip.hash) return undefined
  return new Map(
    [...holdings].map(([coin, addresses]) => {
      const now = [...addresses].reduce((sum, address) => sum + (balances.get(nameOf(coin, address)) ?? 0n), 0n)
      const ofCoin = since.filter((transfer) => transfer.coin === coin)
      const touched = new Set<Address>(ofCoin.flatMap(({ from, to }) => [from, to]))
      const stillOf = (address: Address) => (touched.has(address) ? undefined : balances.get(nameOf(coin, address)))
      const heldOf = (address: Address) =>
        (balances.get(nameOf(coin, address)) ?? 0n) - netInto(new Set([address]), ofCoin)
      return [coin, { held: now - netInto(addresses, ofCoin), left: left.get(coin) ?? 0n, heldOf, stillOf }]
    }),
  )
}

function movedAddresses(moved: readonly TokenTransfer[], holdings: Holdings): (readonly [Coin, Address])[] {
  const found = new Map<string, readonly [Coin, Address]>()
  for (const { coin, from, to } of moved)
    for (const address of [from, to])
      if (holdings.get(coin)?.has(address)) found.set(nameOf(coin, address), [coin, address])
  return [...found.values()]
}

async function paidBy(
  port: ChainPort,
  hashes: readonly string[],
  tip: BlockHeader,
  holdings: Holdings,
): Promise<ReadonlyMap<Coin, bigint>> {
  const paid = new Map<Coin, bigint>()
  await eachAtOnce(hashes, askedAtOnce, async (hash) => {
    const receipt = await port.receipt(hash)
    if (!receipt || receipt.blockNumber > tip.number) return
    for (const [coin, addresses] of holdings) {
      const transfers = receipt.transfers.filter((transfer) => transfer.coin === coin)
      paid.set(coin, (paid.get(coin) ?? 0n) - netInto(addresses, transfers))
    }
  })
  return paid
}

export function holdingsOf({ coins }: BookSnapshot, own: readonly Address[]): Holdings {
  expect(own.length > 0, 'a chain is paid from an address')
  return new Map(coins.map(({ coin, addresses }) => [coin, new Set([...addresses, ...own])]))
}
