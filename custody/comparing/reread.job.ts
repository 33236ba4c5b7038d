import { type AddressForm, type ChainId, chains as chainTerms } from '#kit/chain/chains.ts'
import { eachAtOnce, eachInTurn } from '#kit/each.ts'
import { dayOf } from '#kit/time/clock.ts'
import { reportOnce } from '#outside/chains/incident.store.ts'
import type { ChainPort, Receipt } from '#outside/chains/port.ts'
import { DayIsFull, SignerRefused } from '#outside/chains/signer/signer-refused.ts'
import type { ReconcileContext } from './reconcile.job.ts'
import {
  type BookedDeposit,
  bookedDeposits,
  type KeptAddress,
  keepRound,
  keptAddresses,
  roundOf,
} from './reread.store.ts'

const pieceMax = 500
const askedAtOnce = 16

/**
 * Rereads every booked payment and derives every deposit address again, daily and in batches. A mismatch stops the chain's withdrawals
 * until an operator checks it. Idempotent. @throws the first node's or the signer's error, after everything was tried.
 */
export async function rereadChains(context: ReconcileContext): Promise<void> {
  await eachInTurn([rereadPayments, rereadAddresses], (read) => read(context))
}

export const rereadPayments = (context: ReconcileContext): Promise<void> =>
  eachInTurn(context.chains.connected, ([chain, { port }]) => rereadDeposits(context, chain, port))

export async function rereadAddresses(context: ReconcileContext): Promise<void> {
  const families = new Set([...context.chains.connected.keys()].map((chain) => chainTerms[chain].form))
  await eachInTurn(families, (family) => rereadFamily(context, family))
}

async function readPiece<Row>(
  { db, clock }: ReconcileContext,
  subject: string,
  rowsAfter: (last: bigint) => Promise<readonly Row[]>,
  work: { readonly placeOf: (row: Row) => bigint; readonly read: (rows: readonly Row[]) => Promise<void> },
): Promise<void> {
  const last = await roundOf(db, subject, dayOf(clock.now()))
  if (last === undefined) return
  const rows = await rowsAfter(last)
  await work.read(rows)
  const newest = rows.at(-1)
  await keepRound(db, subject, newest === undefined ? last : work.placeOf(newest), rows.length < pieceMax)
}

async function rereadDeposits(context: ReconcileContext, chain: ChainId, port: ChainPort): Promise<void> {
  const { db, clock } = context
  await readPiece(context, `deposits:${chain}`, (last) => bookedDeposits(db, chain, last, pieceMax), {
    placeOf: ({ id }) => id,
    read: (deposits) =>
      eachAtOnce([...Map.groupBy(deposits, ({ hash }) => hash)], askedAtOnce, async ([hash, together]) => {
        // A transaction can hold many payments but is fetched once.
        const receipt = await port.receipt(hash)
        for (const deposit of together) {
          const found = await findingOf(port, receipt, deposit)
          if (!found) continue
          const detail = { deposit: `${deposit.id}`, hash, found }
          await reportOnce(db, { chain, kind: 'deposit_gone', halts: true, detail, at: clock.now() }, 'deposit')
        }
      }),
  })
}

async function findingOf(
  port: ChainPort,
  receipt: Receipt | undefined,
  { blockNumber, blockHash, coin, to, baseUnits }: BookedDeposit,
): Promise<string | undefined> {
  if (!receipt)
    // A node may prune receipts. The payment is valid while its block is on the chain.
    return (await port.blockAt(blockNumber))?.hash === blockHash ? undefined : 'in no block'
  const isThere = receipt.transfers.some(
    (moved) => moved.coin === coin && moved.to === to && moved.baseUnits === baseUnits,
  )
  return receipt.succeeded && isThere ? undefined : 'the transaction does not pay it'
}

async function rereadFamily(context: ReconcileContext, family: AddressForm): Promise<void> {
  const { db, clock, chains } = context
  await readPiece(context, `addresses:${family}`, (last) => keptAddresses(db, family, last, pieceMax), {
    placeOf: ({ index }) => index,
    read: (addresses) =>
      eachAtOnce(addresses, askedAtOnce, async (kept) => {
        if (await isDerived(context, family, kept)) return
        const { walletId, address } = kept
        for (const chain of chains.connected.keys())
          if (chainTerms[chain].form === family) {
            const detail = { wallet: walletId, address }
            await reportOnce(db, { chain, kind: 'address_changed', halts: true, detail, at: clock.now() }, 'wallet')
          }
      }),
  })
}

async function isDerived({ chains }: ReconcileContext, family: AddressForm, kept: KeptAddress): Promise<boolean> {
  const { walletId, index, address } = kept
  try {
    return (await chains.signer.certifyDeposit({ walletId, family, index: Number(index) })).address === address
  } catch (error) {
    // DayIsFull means that the signer never certified the address, so nothing contradicts it.
    if (error instanceof DayIsFull) return true
    if (error instanceof SignerRefused) return false
    throw error
  }
}
