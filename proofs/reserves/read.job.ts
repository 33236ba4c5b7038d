import { type ReserveAddress, readReserves } from '#custody/comparing/reserves.server.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { reservesMax } from '#outside/chains/signer/acts/signer-reserves.ts'
import type { Statement } from '../tree/format.ts'
import { keepPart, keptParts, newestOwed, newestReserveCheck, type OwedDay } from './reserves.store.ts'
import type { ReserveLine, ReservePart } from './reserves.ts'

/** Interval for rechecking chains while a coin is short. */
const againMs = 10 * minuteMs

export type ReservesContext = {
  readonly db: Db
  readonly clock: Clock
  /** Real time, as chains use it. */
  readonly now: () => Date
  readonly chains: Chains
}

/**
 * Runs once per daily statement, more often while a coin is short. Each address's key signs ownership at the block read. Can stop anywhere.
 * @throws the first node's error, after trying every chain.
 */
export async function readChainReserves(context: ReservesContext): Promise<void> {
  const owed = await newestOwed(context.db)
  if (!owed) return
  const parts = new Map((await keptParts(context.db)).map((part) => [part.chain, part]))
  const look = await newestReserveCheck(context.db)
  const isShort = look !== undefined && look.short.length > 0
  await eachInTurn(context.chains.connected, async ([chain, connection]) => {
    const kept = parts.get(chain)
    const now = context.now()
    const isOld = isShort && kept !== undefined && now.getTime() - kept.readAt.getTime() > againMs
    if (kept?.day === owed.day && !isOld) return
    const part = await readPart(context, chain, connection, owed)
    if (part) await keepPart(context.db, { chain, day: owed.day, part, readAt: now })
  })
}

async function readPart(
  { db, clock, chains }: ReservesContext,
  chain: ChainId,
  connection: ConnectedChain,
  { cut, text }: OwedDay,
): Promise<ReservePart | undefined> {
  const found = await readReserves({ db, clock, chains, chain, connection }, cut)
  if (!found) return undefined
  const { network } = connection
  const { epoch } = JSON.parse(text) as Statement
  const word = await signaturesOf({ chains }, chain, epoch, found.block.hash, found.addresses)
  const tokens = Object.entries(network.tokens).map(([coin, address]) => {
    const terms = chainCoin(chain, coin as Coin)
    expect(terms, `${coin} travels on ${chain}`)
    return [coin, { address, decimals: terms.decimals }] as const
  })
  return {
    chain,
    evmChainId: `${network.evmChainId}`,
    block: found.block.number,
    hash: found.block.hash,
    tokens: Object.fromEntries(tokens),
    after: Object.fromEntries(Object.entries(found.after).map(([coin, units]) => [coin, `${units}`])),
    addresses: found.addresses
      // A cold address without a signature does not count.
      .filter(({ role }) => role !== 'cold' || network.coldSignature !== undefined)
      .map(({ address, role, amounts }): ReserveLine => {
        const signature = role === 'cold' ? network.coldSignature : word.get(address)
        expect(signature !== undefined, 'every address was signed for')
        return { address, role, signature, amounts: texts(amounts) }
      }),
  }
}

const texts = (amounts: ReserveAddress['amounts']): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).map(([coin, units]) => [coin, `${units}`]))

async function signaturesOf(
  { chains }: Pick<ReservesContext, 'chains'>,
  chain: ChainId,
  epoch: string,
  blockHash: string,
  addresses: readonly ReserveAddress[],
): Promise<ReadonlyMap<string, string>> {
  const word = new Map<string, string>()
  const indexes = addresses.flatMap(({ index }) => index ?? [])
  for (let from = 0; from === 0 || from < indexes.length; from += reservesMax) {
    const asked = { chain, epoch, blockHash, indexes: indexes.slice(from, from + reservesMax) }
    const { hot, deposits } = await chains.signer.signReserves(asked)
    for (const { address, role } of addresses) if (role === 'payout' || role === 'hot') word.set(address, hot)
    for (const { address, signature } of deposits) word.set(address, signature)
  }
  return word
}
