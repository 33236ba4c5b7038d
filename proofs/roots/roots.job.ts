import type { Address } from '#kit/address.ts'
import type { ChainId } from '#kit/chains.ts'
import { chains as chainTerms } from '#kit/chains.ts'
import { hourMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { signWhereRoom } from '#outside/chains/sign-where-room.server.ts'
import { confirmRoot, type DueRoot, keepRoot, type OpenRoot, openRoot, signedStatement } from './roots.store.ts'

/** What is in no block for so long is signed again with a higher fee. */
const raiseAfterMs = hourMs

export type RootsContext = {
  readonly db: Db
  /** The real time: blocks and fees know no other. */
  readonly now: () => Date
  readonly chains: Chains
  /** For tests: how deep a line must be. */
  readonly confirmations?: (chain: ChainId) => number
}
type One = RootsContext & {
  readonly chain: ChainId
  readonly connection: ConnectedChain
  readonly contract: Address
}

/**
 * Writes the digest of each signed statement down on every chain that has a contract for it, one at a time. The newest goes first: it names
 * the digest of the day before it, so that its line binds the whole past, also while older days still wait for theirs. May be killed anywhere: the bytes are kept before they leave, and the contract takes each day once. @throws the first node's error, after every chain
 * was tried. @returns 'more' while a day is on its way: the next one follows as soon as it is there
 */
export async function writeRoots(context: RootsContext): Promise<'more' | undefined> {
  let more: 'more' | undefined
  await eachInTurn(context.chains.connected, async ([chain, connection]) => {
    const { proofLog: contract } = connection.network
    if (contract && (await writeNext({ ...context, chain, connection, contract }))) more = 'more'
  })
  return more
}

/** @returns whether a day was on its way */
async function writeNext(one: One): Promise<boolean> {
  const open = await openRoot(one.db, one.chain)
  const due = await signedStatement(one.db, one.chain, open?.day)
  if (!due) return false
  if (await isThere(one, due)) return true
  if (open) await follow(one, open, due)
  else await sign(one, due)
  return true
}

/** Keeps what the contract has of the day, once it is deep enough. @returns whether there is something, so that nothing more is sent */
async function isThere(
  { db, now, chain, connection, contract, confirmations }: One,
  { day }: DueRoot,
): Promise<boolean> {
  const { port } = connection
  const line = await port.lineOf(contract, day)
  if (!line) return false
  const needed = confirmations?.(chain) ?? chainTerms[chain].confirmations
  if ((await port.head()) - line.blockNumber + 1 >= needed)
    await confirmRoot(db, day, { chain, contract, ...line }, now())
  return true
}

/** Hands the bytes over again. What waits for too long is signed with a higher fee; what lost its number, with another one. */
async function follow(one: One, open: OpenRoot, due: DueRoot): Promise<void> {
  const { port } = one.connection
  const answer = await port.broadcast(open.raw)
  const isLost = answer === 'nonce_too_low' && !(await port.knows(open.hashes.at(-1) ?? ''))
  if (isLost) await sign(one, due)
  else if (one.now().getTime() - open.signedAt.getTime() > raiseAfterMs) await sign(one, due, open)
}

async function sign(one: One, due: DueRoot, before?: OpenRoot): Promise<void> {
  const { db, now, chain, connection, contract, chains } = one
  const { port, proofAddress } = connection
  const nonce = before?.nonce ?? (await port.nonce(proofAddress))
  const fees = await port.terms({ coin: 'USDT', from: proofAddress, to: contract, baseUnits: 0n })
  expect(nonce !== undefined && 'feeMaxPerGas' in fees, 'a chain with such a contract numbers transactions')
  // A node takes the place of one for another that pays an eighth more of both fees.
  const least = before ? (before.feeMaxPerGas * 5n) / 4n : 0n
  const feeMaxPerGas = fees.feeMaxPerGas > least ? fees.feeMaxPerGas : least
  const tipMaxPerGas = before ? feeMaxPerGas : fees.tipMaxPerGas
  const signed = await signWhereRoom({ db, clock: { now } }, chain, 'digests of statements', () =>
    chains.signer.signRoot({
      chain,
      nonce,
      feeMaxPerGas: `${feeMaxPerGas}`,
      tipMaxPerGas: `${tipMaxPerGas}`,
      statement: due.published,
    }),
  )
  if (!signed) return
  const { raw, hash } = signed
  await keepRoot(db, chain, { day: due.day, contract, hash, nonce, raw, feeMaxPerGas, signedAt: now() })
  await port.broadcast(raw)
}
