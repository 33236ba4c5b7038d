import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chainCoin, chains as chainTerms } from '#kit/chain/chains.ts'
import { eachInTurn } from '#kit/each.ts'
import { expect } from '#kit/expect.ts'
import { dayOf } from '#kit/time/clock.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { foldRemainders, keepStrays } from './count.store.ts'
import { coinsOf, type ReconcileContext } from './reconcile.job.ts'
import { fineOfBase } from './reconciliation.ts'
import { keepRound, keptAddresses, roundOf } from './reread.store.ts'
import { wakeChanged } from './resting.store.ts'

const [pieceMax, runMax, runMs] = [250, 5_000, 1_000]

/**
 * Checks every deposit address for every coin, daily and in batches. Finds coins that our block reader missed or that a reorganization
 * returned to a swept address. Idempotent. @throws the first node's error, after every chain was tried.
 */
export async function countAddresses(context: ReconcileContext): Promise<void> {
  await eachInTurn(context.chains.connected, async ([chain, connection]) => {
    await foldRemainders(context.db, chain)
    await countSome(context, chain, connection)
  })
}

async function countSome({ db, clock }: ReconcileContext, chain: ChainId, connection: ConnectedChain): Promise<void> {
  const subject = `balances:${chain}`
  const { form } = chainTerms[chain]
  const endsAt = performance.now() + runMs
  let last = await roundOf(db, subject, dayOf(clock.now()))
  for (let count = 0; last !== undefined && count < runMax && performance.now() < endsAt; count += pieceMax) {
    const rows = await keptAddresses(db, form, last, pieceMax)
    const addresses = rows.map(({ address }) => address)
    for (const coin of coinsOf(connection)) await countPiece({ db, clock }, chain, coin, connection, addresses)
    const newest = rows.at(-1)?.index ?? last
    const isOver = rows.length < pieceMax
    await keepRound(db, subject, newest, isOver)
    last = isOver ? undefined : newest
  }
}

async function countPiece(
  { db, clock }: Pick<ReconcileContext, 'db' | 'clock'>,
  chain: ChainId,
  coin: Coin,
  { port }: ConnectedChain,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  const balances = await port.balances(coin, addresses)
  const full = addresses.filter((_, at) => (balances[at] ?? 0n) > 0n)
  const empty = addresses.filter((_, at) => balances[at] === 0n)
  await keepStrays(db, { chain, coin, full, empty }, clock.now())
  const terms = chainCoin(chain, coin)
  expect(terms, `${coin} travels on ${chain}`)
  const fine = addresses.map((_, at) => fineOfBase(balances[at] ?? 0n, terms.decimals))
  await wakeChanged(db, { chain, coin }, addresses, fine)
}
