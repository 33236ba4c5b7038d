import { createHash } from 'node:crypto'
import { waitForWriters } from '#days/writers.store.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { randomBytes } from '#kit/text/random.ts'
import type { Day } from '#kit/time/clock.ts'
import { makeFlows } from '../flows/flows.store.ts'
import { changesLog, type NamedLog } from '../flows/logs.server.ts'
import type { LogHead } from '../tree/format.ts'
import { epochOf, statementText } from '../tree/statement.ts'
import { treeBuilder } from '../tree/tree.server.ts'
import { readBooks } from './books.store.ts'
import { type DueDay, keepProof, type MadeProof, nextProofDay } from './proofs.store.ts'

const ownChunks = 1

export type Heads = Readonly<Record<string, LogHead>>

/** The same seed and log heads give the same proof. @throws if the proof does not add up */
export async function makeProof(db: Db, due: DueDay, seed: Uint8Array, heads: Heads): Promise<MadeProof> {
  const { day, cut, previous } = due
  const builder = treeBuilder({ epoch: epochOf(day), assets: coins, seed })
  const totals = await db.transaction((tx) =>
    readBooks(tx, cut, coins, (owner, owed, isCompany) => builder.add(owner, owed, isCompany ? ownChunks : undefined)),
  )
  const tree = builder.finish()
  const flows = await makeFlows(db, due, coins)
  const logs = { ...heads, flows: { line: flows.line, hash: flows.hash } }
  const text = statementText({ day, cut, assets: coins, tree, totals, logs, previous })
  return { day, text, hash: createHash('sha256').update(text).digest('hex'), seed, tree, flows, coins: coins.length }
}

async function headsOf(db: Db, logs: readonly NamedLog[]): Promise<Heads> {
  const heads: Record<string, LogHead> = {}
  for (const { name, head } of logs) {
    const last = await head(db)
    if (last) heads[name] = last
  }
  return heads
}

/** Can stop anywhere and restart. @param logs included in the statement besides the operators' log. @returns the day */
export async function buildNextProof(db: Db, at: Date, logs: readonly NamedLog[] = []): Promise<Day | undefined> {
  const due = await nextProofDay(db)
  if (!due || !(await waitForWriters(db))) return undefined
  const made = await makeProof(db, due, randomBytes(32), await headsOf(db, [changesLog, ...logs]))
  await db.transaction((tx) => keepProof(tx, made, at))
  return due.day
}

export async function buildProofs(db: Db, at: Date, logs: readonly NamedLog[] = []): Promise<void> {
  while (await buildNextProof(db, at, logs));
}
