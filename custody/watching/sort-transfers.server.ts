import { coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { eachAtOnce } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { Db } from '#kit/store/db.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { fromBaseUnits } from '#outside/chains/evm/erc20.ts'
import { holdersOf } from '#outside/chains/keys/deposit-address.store.ts'
import { companyAddresses } from '#outside/chains/network.store.ts'
import type { BlockHeader, TokenTransfer } from '#outside/chains/port.ts'
import { venueAddresses } from '../venues.store.ts'
import { type DepositTerms, dustFloor } from './deposits/deposit-settings.ts'
import { kindOf } from './deposits/deposits.ts'
import type { SeenDust } from './dust/dust.store.ts'
import { fineOf } from './dust/dust.ts'
import { lostPayments, type SeenDeposit } from './watch.store.ts'

/** Receipts per query. */
const askedAtOnce = 16

/** Dust is only counted. */
export type Sorted = {
  readonly payments: readonly SeenDeposit[]
  readonly dust: readonly SeenDust[]
  /** Number of input transfers covered. */
  readonly looked: number
}

type Reached = Omit<SeenDeposit, 'ordinal'> & {
  readonly logIndex: number
  readonly isDust: boolean
  /** Index among the transfers. */
  readonly place: number
}

export type ReadContext = {
  readonly db: Db
  readonly clock: Clock
  readonly chain: ChainId
  readonly port: ConnectedChain['port']
  readonly hotAddress: ConnectedChain['hotAddress']
  readonly coldAddress: ConnectedChain['network']['coldAddress']
  readonly startBlock: number
  /** For tests. */
  readonly blocksKept?: number
}

export type Reading = {
  readonly block: BlockHeader
  readonly terms: DepositTerms
  /** Cache: the first log index of each transaction. */
  readonly firsts: Map<string, number>
  /** The next step handles payments above this limit. */
  readonly paymentsMax: number
}

/**
 * Fetches one receipt per transaction with payments. Dust needs none, because only its sum is stored. @returns undefined if the block was
 * orphaned meanwhile.
 */
export async function sortTransfers(
  context: ReadContext,
  reading: Reading,
  transfers: readonly TokenTransfer[],
): Promise<Sorted | undefined> {
  const { terms, firsts, paymentsMax } = reading
  const { db, chain } = context
  const all = await whatReachedUs(context, terms, transfers)
  const looked = all.filter(({ isDust }) => !isDust)[paymentsMax]?.place ?? transfers.length
  const reached = all.filter(({ place }) => place < looked)
  const small = reached.filter(({ isDust }) => isDust)
  // An orphaned payment stays a payment, even if it is now below the dust floor.
  const lost = await lostPayments(db, chain, [...new Set(small.map(({ hash }) => hash))])
  const isLost = ({ hash }: Reached): boolean => [...lost].some((name) => name.startsWith(`${hash}:`))
  const asked = reached.filter((each) => !each.isDust || (lost.size > 0 && isLost(each)))
  if (!(await askForLogs(context, reading, new Set(asked.map(({ hash }) => hash))))) return undefined
  const payments: SeenDeposit[] = []
  const dust: SeenDust[] = []
  for (const { isDust, logIndex, place: _, ...payment } of reached) {
    const { coin, hash, to, walletId, baseUnits } = payment
    const ordinal = logIndex - (firsts.get(hash) ?? 0)
    if (!isDust || lost.has(`${hash}:${ordinal}`)) payments.push({ ...payment, ordinal })
    else dust.push({ coin, to, walletId, fine: fineOf(baseUnits, termsOf(chain, coin).decimals) })
  }
  return { payments, dust, looked }
}

function termsOf(chain: ReadContext['chain'], coin: TokenTransfer['coin']) {
  const terms = chainCoin(chain, coin)
  expect(terms, `${coin} travels on ${chain}`)
  return terms
}

async function whatReachedUs(
  { db, chain, hotAddress, coldAddress }: ReadContext,
  terms: DepositTerms,
  transfers: readonly TokenTransfer[],
): Promise<readonly Reached[]> {
  const addresses = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]
  const holders = await holdersOf(db, addresses)
  const reached = [...transfers.entries()].filter(
    // Coins from cold storage were booked when they arrived there.
    ([, { from, to }]) => from !== coldAddress && (to === hotAddress || holders.has(to)),
  )
  if (reached.length === 0) return []
  const companies = await companyAddresses(db, chain, addresses)
  const venues = await venueAddresses(db, chain, addresses)
  const floors = new Map(coins.map((coin) => [coin, chainCoin(chain, coin) ? dustFloor(terms, chain, coin) : 0n]))
  return reached.flatMap(([place, { coin, hash, logIndex, from, to, baseUnits }]) => {
    const kind = kindOf({
      from,
      to,
      hotAddress,
      holder: holders.get(to),
      isFromDepositAddress: holders.has(from),
      isFromCompany: companies.has(from),
      isFromVenue: venues.has(from),
    })
    if (kind === 'own') return []
    const { units, remainder } = fromBaseUnits(baseUnits, termsOf(chain, coin).decimals)
    // Payments from the company and venues are never dust.
    const isDust = (kind === 'wallet' || kind === 'unknown') && units < (floors.get(coin) ?? 0n)
    const walletId = kind === 'wallet' ? holders.get(to) : undefined
    return [{ chain, hash, logIndex, place, coin, units, remainder, from, to, baseUnits, kind, walletId, isDust }]
  })
}

/** @returns false if a transaction has left the block */
async function askForLogs({ port }: ReadContext, { block, firsts }: Reading, hashes: ReadonlySet<string>) {
  const unknown = [...hashes].filter((hash) => !firsts.has(hash))
  await eachAtOnce(unknown, askedAtOnce, async (hash) => {
    const receipt = await port.receipt(hash)
    if (receipt?.blockHash === block.hash && receipt.succeeded) firsts.set(hash, receipt.firstLogIndex)
  })
  return unknown.every((hash) => firsts.has(hash))
}
