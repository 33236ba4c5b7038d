import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { coins } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { randomBytes } from '#kit/random.ts'
import { epochOf, statementText } from '../tree/statement.ts'
import { treeBuilder } from '../tree/tree.server.ts'
import { readBooks } from './books.store.ts'
import { type DueDay, keepProof, type MadeProof, nextProofDay, transactionsAt } from './proofs.store.ts'

/** How long a posting of the day may still be on its way, and how often is looked. */
const [longestMs, lookMs] = [10_000, 50]
const ownChunks = 1

/** Makes the proof of a day of the books, all of one moment. The same seed makes the same proof. @throws where it does not add up */
export async function makeProof(db: Db, due: DueDay, seed: Uint8Array): Promise<MadeProof> {
  const { day, cut, previous } = due
  const builder = treeBuilder({ epoch: epochOf(day), assets: coins, seed })
  const totals = await db.transaction((tx) =>
    readBooks(tx, cut, coins, (owner, owed, isHouse) => builder.add(owner, owed, isHouse ? ownChunks : undefined)),
  )
  const tree = builder.finish()
  const text = statementText({ day, cut, assets: coins, tree, totals, previous })
  return { day, text, hash: createHash('sha256').update(text).digest('hex'), seed, tree, coins: coins.length }
}

/**
 * Waits until every transaction that is writing now has ended: a posting numbered before the cut may not be in the books yet.
 * @returns false where one takes too long
 */
async function waitForWriters(db: Db): Promise<boolean> {
  const { begun } = await transactionsAt(db)
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    if ((await transactionsAt(db)).ended >= begun) return true
    await wait(lookMs)
  }
  return false
}

/** Makes and keeps the proof of the first day that has none. May be stopped anywhere and run again. @returns the day */
export async function buildNextProof(db: Db, at: Date): Promise<Day | undefined> {
  const due = await nextProofDay(db)
  if (!due || !(await waitForWriters(db))) return undefined
  const made = await makeProof(db, due, randomBytes(32))
  await db.transaction((tx) => keepProof(tx, made, at))
  return due.day
}

/** Makes the proofs of all days that have a cut and no proof. */
export async function buildProofs(db: Db, at: Date): Promise<void> {
  while (await buildNextProof(db, at));
}
