import { lockWallet } from '#identity/wallet.store.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import {
  clearDue,
  type DueDust,
  dueDust,
  foldDust,
  giveWaiting,
  keepRemainder,
  markDue,
  waitingOf,
} from '../dust/dust.store.ts'
import { baseUnitsOf, dustEntry, givenDustEntry } from '../dust/dust.ts'
import {
  blocksRemembered,
  lockSeen,
  markCollecting,
  markCredited,
  type OpenDeposit,
  ripe,
  tipOf,
} from '../watch.store.ts'
import { depositMinimum, depositMinimums } from './deposit-settings.ts'
import { capitalEntry, creditEntry, decideDeposit, releaseEntry, suspenseEntry } from './deposits.ts'
import { awaitFirstCredit } from './first-credit.store.ts'

/** Limits per run. */
const bookedMax = 300
const dustMax = 5_000
const dustPiece = 1_000

export type BookContext = {
  readonly db: Db
  readonly clock: Clock
  readonly chain: ChainId
  /** For tests. */
  readonly blocksKept?: number
}

export async function bookDeposits(context: BookContext, blockMax: number): Promise<void> {
  for (const id of await ripe(context.db, context.chain, blockMax, bookedMax)) await book(context, id)
}

/** Books once: the row is locked and the ledger's key is unique. */
async function book({ db, clock }: BookContext, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const deposit = await lockSeen(tx, id)
    if (!deposit) return
    const at = clock.now()
    if (deposit.units === 0n) await markCredited(tx, id, at)
    else if (deposit.kind === 'wallet') await bookForWallet(tx, deposit, at)
    // The payment is confirmed, so an operator may book it to the fund.
    else if (deposit.kind === 'venue') await markCredited(tx, id, at)
    else {
      await post(tx, deposit.kind === 'capital' ? capitalEntry(deposit, at) : suspenseEntry(deposit, at))
      await markCredited(tx, id, at)
    }
  })
}

async function bookForWallet(tx: Tx, deposit: OpenDeposit, at: Date): Promise<void> {
  const { id, chain, coin, units, walletId } = deposit
  expect(walletId, 'a payment to a deposit address is somebody’s')
  await lockWallet(tx, walletId)
  const waiting = await waitingOf(tx, walletId, chain, coin)
  const minimum = depositMinimum(await readSetting(tx, depositMinimums), chain, coin)
  const isEnough = units >= minimum
  await post(tx, isEnough ? creditEntry(deposit, walletId, at) : suspenseEntry(deposit, at))
  if (decideDeposit(units, waiting, minimum) === 'collect') {
    await markCollecting(tx, id)
    return
  }
  const given = await giveWaiting(tx, walletId, chain, coin, at)
  await markCredited(tx, id, at)
  const released = given.units + (isEnough ? 0n : units)
  if (released > 0n) await post(tx, releaseEntry(deposit, walletId, at, released))
  await awaitFirstCredit(tx, walletId, at)
}

/** Books only dust of final blocks, which never needs a correction. */
export async function bookDust(context: BookContext): Promise<void> {
  const { db, chain, blocksKept = blocksRemembered } = context
  const tip = await tipOf(db, chain)
  if (!tip) return
  for (let done = 0; done < dustMax; done += dustPiece)
    if ((await bookPiece(context, tip.number - blocksKept)) < dustPiece) break
  for (const due of await dueDust(db, chain, bookedMax)) await giveDue(context, due)
}

const bookPiece = ({ db, clock, chain }: BookContext, blockMax: number): Promise<number> =>
  db.transaction(async (tx) => {
    const minimums = await readSetting(tx, depositMinimums)
    let taken = 0
    for (const folded of await foldDust(tx, chain, blockMax, dustPiece)) {
      if (folded.units > 0n) await post(tx, dustEntry(folded, clock.now()))
      const terms = chainCoin(chain, folded.coin)
      expect(terms, `${folded.coin} travels on ${chain}`)
      const remainder = baseUnitsOf(folded.remainder, terms.decimals)
      if (remainder !== 0n) await keepRemainder(tx, chain, folded.coin, remainder)
      await markDue(tx, folded.ids, depositMinimum(minimums, chain, folded.coin))
      taken += Number(folded.taken)
    }
    return taken
  })

const giveDue = ({ db, clock, chain }: BookContext, { walletId, coin }: DueDust): Promise<void> =>
  db.transaction(async (tx) => {
    await lockWallet(tx, walletId)
    const waiting = await waitingOf(tx, walletId, chain, coin)
    if (waiting < depositMinimum(await readSetting(tx, depositMinimums), chain, coin))
      return clearDue(tx, walletId, chain, coin)
    const at = clock.now()
    const given = await giveWaiting(tx, walletId, chain, coin, at)
    await post(tx, givenDustEntry({ chain, coin, walletId, ...given }, at))
    await awaitFirstCredit(tx, walletId, at)
  })
