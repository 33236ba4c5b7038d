import { follow, type Judgement, type Mined } from '#custody/outgoing/follow.server.ts'
import {
  addTransaction,
  endTransaction,
  lastAttemptAt,
  type OutgoingTransaction,
  openTransactions,
  type Signed,
} from '#custody/outgoing/outgoing.store.ts'
import { raiseStuck } from '#custody/outgoing/raise.server.ts'
import { isDeep } from '#custody/outgoing/send.server.ts'
import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import { chains as chainTerms } from '#kit/chains.ts'
import { hourMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import type { PaymentTerms } from '#outside/chains/port.ts'
import { signWhereRoom } from '#outside/chains/sign-where-room.server.ts'
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
  const { db, now, chain, connection } = one
  const root = await openRoot(db, chain)
  const due = await signedStatement(db, chain, root?.day)
  if (!due) return false
  const { port, network, proofAddress: address } = connection
  const lane = `proof:${network.evmChainId}:${address}`
  const [open] = await openTransactions(db, lane, 1)
  if (await isThere(one, due, open)) return true
  if (!open && (!root || isOld(one, await lastAttemptAt(db, root.outgoingId)))) await begin(one, due, lane)
  const context = { ...one, clock: { now } }
  // The open transaction may be for another chain that shares the address.
  const portOf = (of: ChainId) => (of === chain ? port : undefined)
  await follow(context, portOf, lane, { judge })
  await raiseStuck(context, lane, {
    senderOf: ({ chain: of }) => (of === chain ? { port, address } : undefined),
    isStuck: ({ madeAt }) => isOld(one, madeAt),
    sign: ({ nonce }, { terms }) => sign(one, due, nonce, terms),
  })
  return true
}

const isOld = ({ now }: One, at: Date): boolean => now().getTime() - at.getTime() > patienceMs

/** A success is in the contract too, which `isThere` reads. */
const judge = async (_: OutgoingTransaction, { receipt }: Mined): Promise<Judgement> => ({
  state: receipt.succeeded ? 'confirmed' : 'failed',
  blockNumber: receipt.blockNumber,
})

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

async function begin(one: One, due: DueRoot, lane: string): Promise<void> {
  const { db, now, chain, connection, contract } = one
  const { port, proofAddress: from } = connection
  const nonce = await port.nonce(from)
  const terms = await port.terms({ coin: 'USDT', from, to: contract, baseUnits: 0n })
  expect(nonce !== undefined, 'a chain with such a contract numbers transactions')
  const signed = await sign(one, due, nonce, terms)
  if (!signed) return
  await db.transaction(async (tx) => {
    const added = { purpose: 'root', chain, lane, nonce, terms, signed, at: now() } as const
    const outgoingId = await addTransaction(tx, added)
    if (outgoingId === undefined) return
    expect(await keepRoot(tx, { day: due.day, chain, contract, outgoingId }), 'the day is not on the chain yet')
  })
}

function sign(
  { db, now, chain, chains }: One,
  { published: statement }: DueRoot,
  nonce: number | null,
  terms: PaymentTerms,
): Promise<Signed | undefined> {
  expect(nonce !== null && 'feeMaxPerGas' in terms, 'a chain with such a contract numbers transactions')
  const fees = { feeMaxPerGas: `${terms.feeMaxPerGas}`, tipMaxPerGas: `${terms.tipMaxPerGas}` }
  return signWhereRoom({ db, clock: { now } }, chain, 'digests of statements', () =>
    chains.signer.signRoot({ chain, nonce, ...fees, statement }),
  )
}
