import { parseUnits } from '#kit/amount.ts'
import { type ChainId, chains as chainTerms } from '#kit/chains.ts'
import { addMs, type Clock, dayMs } from '#kit/clock.ts'
import type { Coin } from '#kit/coins.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { signWhereRoom } from '#outside/chains/sign-where-room.server.ts'
import { sweptMax } from '#outside/chains/signer-sweep.ts'
import { type Facts, type FollowContext, follow } from '../outgoing/follow.server.ts'
import { addTransaction, openTransactions } from '../outgoing/outgoing.store.ts'
import { keepSweep, markSwept, sweepOf, type Unswept, unswept } from './sweep.store.ts'
import { sweepTron } from './tron-sweep.server.ts'

/** Assumed: sweep an address that holds the withdrawal minimum, or any amount after a week. */
const patienceMs = 7 * dayMs

export type SweepContext = FollowContext & { readonly clock: Clock; readonly chains: Chains }

/**
 * Sweeps booked deposits to the payout contract, or on TRON to the hot wallet. The ledger does not change. Crash-safe: bytes are stored
 * before they leave, and a repeated sweep moves nothing. @throws the first node's error, after every chain was tried.
 */
export async function sweepDeposits(context: SweepContext): Promise<void> {
  await eachInTurn(context.chains.connected, ([chain, connection]) => sweepChain(context, chain, connection))
}

async function sweepChain(context: SweepContext, chain: ChainId, connection: ConnectedChain): Promise<void> {
  if (chainTerms[chain].form === 'tron') return sweepTron({ ...context, patienceMs }, chain, connection)
  const { network, gasAddress } = connection
  if (!network.sweeper) return
  const lane = `gas:${network.evmChainId}:${gasAddress}`
  const isOpen = (await openTransactions(context.db, lane, 1)).length > 0
  const found = isOpen ? [] : await worthSweeping(context, chain, connection)
  if (found.length > 0) await begin(context, chain, connection, lane, found)
  // The open sweep may belong to another chain of the lane.
  await follow(context, (of) => (of === chain ? connection.port : undefined), lane, factsOf(context))
}

/** Marks coins swept that an untracked sweep moved. */
async function worthSweeping({ db, clock }: SweepContext, chain: ChainId, { port }: ConnectedChain) {
  const now = clock.now()
  const minimums = new Map(
    Object.entries(chainTerms[chain].coins).map(([coin, terms]) => [
      coin as Coin,
      parseUnits(terms.withdrawalMin) ?? 0n,
    ]),
  )
  const there: Unswept[] = []
  const head = await port.head()
  for (const each of await unswept(db, chain, { minimums, before: addMs(now, -patienceMs), limit: sweptMax })) {
    const { coin, address, lastDeposit } = each
    if ((await port.balance(coin, address)) > 0n) there.push(each)
    else await markSwept(db, { chain, coin, addresses: [address], lastDeposit }, head, now)
  }
  return there
}

async function begin(
  { db, clock, chains }: SweepContext,
  chain: ChainId,
  { network, port, gasAddress, hotAddress }: ConnectedChain,
  lane: string,
  found: readonly Unswept[],
): Promise<void> {
  const [first] = found
  expect(first && network.sweeper, 'a sweep has an address, and a contract it goes through')
  const { coin } = first
  const nonce = await port.nonce(gasAddress)
  const terms = await port.terms({ coin, from: gasAddress, to: hotAddress, baseUnits: 0n })
  expect(nonce !== undefined && 'feeMaxPerGas' in terms, 'a chain that is swept numbers transactions')
  const addresses = found.map(({ address }) => address)
  const delegated = await port.delegated(addresses, network.sweeper)
  const signed = await signWhereRoom({ db, clock }, chain, 'sweeps', () =>
    chains.signer.signSweep({
      chain,
      coin,
      nonce,
      feeMaxPerGas: `${terms.feeMaxPerGas}`,
      tipMaxPerGas: `${terms.tipMaxPerGas}`,
      indexes: found.map(({ index }) => index),
      delegating: found.filter(({ address }) => !delegated.has(address)).map(({ index }) => index),
    }),
  )
  if (!signed) return
  let lastDeposit = 0n
  for (const each of found) if (each.lastDeposit > lastDeposit) lastDeposit = each.lastDeposit
  await db.transaction(async (tx) => {
    const added = { purpose: 'sweep', chain, lane, nonce, terms, signed, at: clock.now() } as const
    const id = await addTransaction(tx, added)
    // Another chain of the lane may have stored a sweep first; then these bytes are never sent.
    if (id !== undefined) await keepSweep(tx, id, { chain, coin, addresses, lastDeposit })
  })
}

const factsOf = ({ db, clock }: SweepContext): Facts => ({
  judge: async (transaction, { receipt }) => {
    const sweep = await sweepOf(db, transaction)
    const from = new Set(receipt.transfers.map((transfer) => transfer.from))
    // Addresses that failed are swept again later.
    const addresses = sweep.addresses.filter((address) => from.has(address))
    return {
      state: receipt.succeeded ? 'confirmed' : 'failed',
      blockNumber: receipt.blockNumber,
      book: async (tx) => {
        if (receipt.succeeded) await markSwept(tx, { ...sweep, addresses }, receipt.blockNumber, clock.now())
      },
    }
  },
})
