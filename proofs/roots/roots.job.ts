import { begin, waitForRoom } from '#custody/outgoing/begin.server.ts'
import { type Facts, follow } from '#custody/outgoing/follow.server.ts'
import {
  endTransaction,
  lastAttemptAt,
  type OutgoingTransaction,
  openTransactions,
} from '#custody/outgoing/outgoing.store.ts'
import { feesOf } from '#custody/outgoing/outgoing.ts'
import { isDeep } from '#custody/outgoing/send.server.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { chains as chainTerms } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import { hourMs } from '#kit/time/clock.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { confirmRoot, type DueRoot, keepRoot, openRoot, signedStatement } from './roots.store.ts'

/** After this time, a pending transaction is signed again with a higher fee, and one that wrote nothing is replaced. */
const patienceMs = hourMs

export type RootsContext = {
  readonly db: Db
  /** Real time, as blocks and fees use it. */
  readonly now: () => Date
  readonly chains: Chains
  /** For tests. */
  readonly confirmations?: (chain: ChainId) => number
}
type One = RootsContext & {
  readonly chain: ChainId
  readonly connection: ConnectedChain
  readonly contract: Address
}

/**
 * Writes statement digests to every chain with a contract, one at a time. The newest goes first, because each contains the previous digest.
 * Can stop anywhere: bytes are stored before sending, and the contract accepts each day once. @throws the first error, after trying every
 * chain. @returns 'more' while a day is pending
 */
export async function writeRoots(context: RootsContext): Promise<'more' | undefined> {
  let more: 'more' | undefined
  await eachInTurn(context.chains.connected, async ([chain, connection]) => {
    const { proofLog: contract } = connection.network
    if (contract && (await writeNext({ ...context, chain, connection, contract }))) more = 'more'
  })
  return more
}

/** @returns whether a day was pending */
async function writeNext(one: One): Promise<boolean> {
  const { db, now, chain, connection, contract } = one
  const root = await openRoot(db, chain)
  const due = await signedStatement(db, chain, root?.day)
  if (!due) return false
  const { port, network, proofAddress: address } = connection
  const lane = `proof:${network.evmChainId}:${address}`
  const [open] = await openTransactions(db, lane, 1)
  if (await isThere(one, due, open)) return true
  const begun = { purpose: 'root', chain, lane, port, address } as const
  if (!open && (!root || isOld(one, await lastAttemptAt(db, root.outgoingId))))
    await begin({ ...one, clock: { now } }, begun, async (tx, outgoingId) =>
      expect(await keepRoot(tx, { day: due.day, chain, contract, outgoingId }), 'the day is not on the chain yet'),
    )
  await follow({ ...one, clock: { now } }, lane, factsOf(one, due))
  return true
}

const isOld = ({ now }: One, at: Date): boolean => now().getTime() - at.getTime() > patienceMs

function factsOf(one: One, due: DueRoot): Facts {
  const { db, now, chain, chains, connection } = one
  const { port, proofAddress: address } = connection
  return {
    // The open transaction may be for another chain that shares the address.
    senderOf: (of) => (of === chain ? { port, address } : undefined),
    sign: async ({ nonce }, attempt) => {
      expect(nonce !== null, 'a chain with such a contract numbers transactions')
      return chains.signer.signRoot({ chain, nonce, ...feesOf(attempt), statement: due.published })
    },
    refused: (...refusal) => waitForRoom({ db, clock: { now } }, 'digests of statements', ...refusal),
    // A success is in the contract too, which `isThere` reads.
    judge: async (_, { receipt: { succeeded, blockNumber } }) => ({
      state: succeeded ? 'confirmed' : 'failed',
      blockNumber,
    }),
    isStuck: ({ madeAt }) => isOld(one, madeAt),
  }
}

/** @returns true if the contract already has the day */
async function isThere(
  { db, now, chain, connection, contract, confirmations }: One,
  { day }: DueRoot,
  open: OutgoingTransaction | undefined,
): Promise<boolean> {
  const { port } = connection
  const line = await port.lineOf(contract, day)
  if (!line) return false
  const needed = confirmations?.(chain) ?? chainTerms[chain].confirmations
  if (!(await isDeep(port, line.blockNumber, needed))) return true
  const own = open?.attempts.find(({ hash }) => hash === line.hash)
  const end = own
    ? ({ state: 'confirmed', attempt: own.number, blockNumber: line.blockNumber, at: now() } as const)
    : ({ state: 'lost', at: now() } as const)
  await db.transaction(async (tx) => {
    await confirmRoot(tx, day, { chain, contract, ...line }, now())
    if (open?.chain === chain) await endTransaction(tx, open, end)
  })
  return true
}
