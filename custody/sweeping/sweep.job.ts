import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chains as chainTerms } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import { addMs, type Clock, dayMs, hourMs } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { sweptMax } from '#outside/chains/signer/acts/signer-sweep.ts'
import { begin, waitForRoom } from '../outgoing/begin.server.ts'
import { type Facts, type FollowContext, follow } from '../outgoing/follow.server.ts'
import { openTransactions } from '../outgoing/outgoing.store.ts'
import { feesOf } from '../outgoing/outgoing.ts'
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
  const { network, port, gasAddress: address } = connection
  if (!network.sweeper) return
  const lane = `gas:${network.evmChainId}:${address}`
  const isOpen = (await openTransactions(context.db, lane, 1)).length > 0
  const [first, ...others] = isOpen ? [] : await worthSweeping(context, chain, connection)
  if (first) {
    const found = [first, ...others]
    let { lastDeposit } = first
    for (const each of others) if (each.lastDeposit > lastDeposit) lastDeposit = each.lastDeposit
    const sweep = { chain, coin: first.coin, addresses: found.map((each) => each.address), lastDeposit }
    await begin(context, { purpose: 'sweep', chain, lane, port, address }, (tx, id) => keepSweep(tx, id, sweep))
    context.onStep?.('allocated')
  }
  await follow(context, lane, factsOf(context, chain, connection, network.sweeper))
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

function factsOf(context: SweepContext, chain: ChainId, connection: ConnectedChain, sweeper: Address): Facts {
  const { db, clock, chains } = context
  const { port, gasAddress: address } = connection
  return {
    // The open sweep may belong to another chain of the lane.
    senderOf: (of) => (of === chain ? { port, address } : undefined),
    sign: async (transaction, attempt) => {
      const { coin, addresses, indexes } = await sweepOf(db, transaction)
      const delegated = await port.delegated(addresses, sweeper)
      const has = addresses.map((each) => delegated.has(each))
      const delegating = indexes.filter((_, place) => !has[place])
      expect(transaction.nonce !== null, 'a chain that is swept numbers transactions')
      const { nonce } = transaction
      return chains.signer.signSweep({ chain, coin, nonce, ...feesOf(attempt), indexes, delegating })
    },
    refused: (transaction, error) => waitForRoom(context, 'sweeps', transaction, error),
    judge: async (transaction, { receipt }) => {
      const sweep = await sweepOf(db, transaction)
      const from = new Set(receipt.transfers.map((transfer) => transfer.from))
      // Addresses that failed are swept again later.
      const addresses = sweep.addresses.filter((each) => from.has(each))
      return {
        state: receipt.succeeded ? 'confirmed' : 'failed',
        blockNumber: receipt.blockNumber,
        book: async (tx) => {
          if (receipt.succeeded) await markSwept(tx, { ...sweep, addresses }, receipt.blockNumber, clock.now())
        },
      }
    },
    isStuck: ({ madeAt }) => clock.now().getTime() - madeAt.getTime() > hourMs,
  }
}
