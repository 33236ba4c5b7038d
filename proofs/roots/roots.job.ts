import { isDeep, send } from '#custody/outgoing/send.server.ts'
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

/** After this time, a pending transaction is signed again with a higher fee. */
const raiseAfterMs = hourMs

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
  const open = await openRoot(one.db, one.chain)
  const due = await signedStatement(one.db, one.chain, open?.day)
  if (!due) return false
  if (await isThere(one, due)) return true
  if (open) await follow(one, open, due)
  else await sign(one, due)
  return true
}

/** @returns true if the contract already has the day */
async function isThere(
  { db, now, chain, connection, contract, confirmations }: One,
  { day }: DueRoot,
): Promise<boolean> {
  const { port } = connection
  const line = await port.lineOf(contract, day)
  if (!line) return false
  const needed = confirmations?.(chain) ?? chainTerms[chain].confirmations
  if (await isDeep(port, line.blockNumber, needed)) await confirmRoot(db, day, { chain, contract, ...line }, now())
  return true
}

/** Raises the fee after a long wait, and takes a new nonce if the old one is used. */
async function follow(one: One, open: OpenRoot, due: DueRoot): Promise<void> {
  const { port } = one.connection
  if ((await send(port, open.raw, open.hashes.slice(-1))) === 'lost') await sign(one, due)
  else if (one.now().getTime() - open.signedAt.getTime() > raiseAfterMs) await sign(one, due, open)
}

async function sign(one: One, due: DueRoot, before?: OpenRoot): Promise<void> {
  const { db, now, chain, connection, contract, chains } = one
  const { port, proofAddress } = connection
  const nonce = before?.nonce ?? (await port.nonce(proofAddress))
  const fees = await port.terms({ coin: 'USDT', from: proofAddress, to: contract, baseUnits: 0n })
  expect(nonce !== undefined && 'feeMaxPerGas' in fees, 'a chain with such a contract numbers transactions')
  // Nodes replace a transaction only if both fees rise by at least an eighth.
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
  await send(port, raw, [hash])
}
