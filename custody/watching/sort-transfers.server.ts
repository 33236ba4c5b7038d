import { coins } from '#kit/assets.ts'
import { type ChainId, chainCoin } from '#kit/chains.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { eachAtOnce } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { holdersOf } from '#outside/chains/deposit-address.store.ts'
import { fromBaseUnits } from '#outside/chains/erc20.ts'
import { companyAddresses } from '#outside/chains/network.store.ts'
import type { BlockHeader, TokenTransfer } from '#outside/chains/port.ts'
import { venueAddresses } from '../venues.store.ts'
import { type DepositTerms, dustFloor } from './deposit-settings.ts'
import { kindOf } from './deposits.ts'
import type { SeenDust } from './dust.store.ts'
import { fineOf } from './dust.ts'
import { lostPayments, type SeenDeposit } from './watch.store.ts'

/** Receipts asked for at once. */
const askedAtOnce = 16

/** Transfers that reached one of our addresses: each a payment, or dust that is only counted. */
export type Sorted = {
  readonly payments: readonly SeenDeposit[]
  readonly dust: readonly SeenDust[]
  /** How many of the transfers these are all of. */
  readonly looked: number
}

type Reached = Omit<SeenDeposit, 'ordinal'> & {
  readonly logIndex: number
  readonly isDust: boolean
  /** Its place among the transfers. */
  readonly place: number
}

/** What reading the blocks of a chain is given. */
export type ReadContext = {
  readonly db: Db
  readonly clock: Clock
  readonly chain: ChainId
  readonly port: ConnectedChain['port']
  readonly hotAddress: ConnectedChain['hotAddress']
  readonly coldAddress: ConnectedChain['network']['coldAddress']
  readonly startBlock: number
  /** For tests: how many blocks are remembered. */
  readonly blocksKept?: number
}

/** What is known of the block that is being read. */
export type Reading = {
  readonly block: BlockHeader
  readonly terms: DepositTerms
  /** Where the logs of its transactions begin, as far as it was asked for. */
  readonly firsts: Map<string, number>
  /** After so many payments the rest of the transfers is left for the next step. */
  readonly paymentsMax: number
}

/**
 * Sorts transfers of one block. Only the transactions of payments are asked for their receipt, each once, however many transfers they
 * hold: dust needs none, because nothing of it is kept but its sum.
 * @returns undefined if the block is gone meanwhile.
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
  // What was booked and lost its block comes back as what it was, also when the floor is another by now.
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
    // What is kept cold was booked when it came.
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
    // The company and its venues are known: what they send is always looked at.
    const isDust = (kind === 'wallet' || kind === 'unknown') && units < (floors.get(coin) ?? 0n)
    const walletId = kind === 'wallet' ? holders.get(to) : undefined
    return [{ chain, hash, logIndex, place, coin, units, remainder, from, to, baseUnits, kind, walletId, isDust }]
  })
}

/** Asks where the logs of transactions begin in the block. @returns false if one is no longer in it */
async function askForLogs({ port }: ReadContext, { block, firsts }: Reading, hashes: ReadonlySet<string>) {
  const unknown = [...hashes].filter((hash) => !firsts.has(hash))
  await eachAtOnce(unknown, askedAtOnce, async (hash) => {
    const receipt = await port.receipt(hash)
    if (receipt?.blockHash === block.hash && receipt.succeeded) firsts.set(hash, receipt.firstLogIndex)
  })
  return unknown.every((hash) => firsts.has(hash))
}
