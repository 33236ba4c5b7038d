import type { Db } from '#kit/store/db.ts'
import { undoneSettings } from '#kit/store/settings.store.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { firstGap } from '../flows/check-flows.ts'
import { flowTexts } from '../flows/flows.store.ts'
import { readFlows } from '../flows/flows.ts'
import { changesLog, type NamedLog } from '../flows/logs.server.ts'
import { writtenRoots } from '../roots/roots.store.ts'
import type { Proof, Statement } from '../tree/format.ts'
import { noAmounts, plus } from '../tree/statement.ts'
import { makeProof } from './build.job.ts'
import { companyProofs } from './proof.server.ts'
import { type KeptDay, loadProofDays } from './proofs.store.ts'

/**
 * Rebuilds each statement from the ledger, compares it and its link to its predecessor, and checks that every current setting matches its
 * last change.
 */
export async function findProofProblems(
  db: Db,
  from: Day,
  until: Day,
  logs: readonly NamedLog[] = [],
): Promise<{ days: number; problems: string[] }> {
  const problems = (await undoneSettings(db)).map((name) => `${name} is not what its last published change says`)
  const days = await loadProofDays(db, from, until)
  const [earlier] = await loadProofDays(db, addDays(from, -1), addDays(from, -1))
  let before = earlier?.hash
  let last: Statement | undefined = earlier && JSON.parse(earlier.text)
  const flows = new Map((await flowTexts(db, from, until)).map(({ day, text }) => [day, text]))
  for (const kept of days) {
    const { day, cut, text, hash, seed } = kept
    const statement: Statement = JSON.parse(text)
    if (before !== undefined && statement.previous !== before)
      problems.push(`${day} does not follow the statement before it`)
    before = hash
    const gap = firstGap(last, readFlows(flows.get(day) ?? '').flows, statement)
    if (gap) problems.push(`${day}: the sums of the day do not lead to what ${gap} has`)
    last = statement
    try {
      const { flows: _, ...heads } = statement.logs
      const made = await makeProof(db, { day, cut, previous: statement.previous }, seed, heads)
      if (made.text !== text) problems.push(`${day} is not what the books say`)
    } catch (error) {
      problems.push(`${day} cannot be made again: ${(error as Error).message}`)
    }
    problems.push(...(await findLeafProblems(db, kept, statement)))
    problems.push(...(await findLogProblems(db, statement, [changesLog, ...logs])))
    for (const { chain, digest } of (await writtenRoots(db, day, day)).get(day) ?? [])
      if (digest !== hash) problems.push(`${day}: ${chain} keeps another statement`)
  }
  return { days: days.length, problems }
}

/** Compares the company's stored leaves with the statement. */
async function findLeafProblems(db: Db, kept: KeptDay, { house, assets }: Statement): Promise<string[]> {
  const proofs = await companyProofs(db, kept)
  if (proofs.length === 0) return []
  const wrong = house.filter(({ owner, kind, amounts }) => {
    const proof = proofs.find((each) => each.owner === owner)
    return !proof || amountsOf(proof, kind, assets.length).join() !== amounts.join()
  })
  return wrong.map(({ owner, kind }) => `${kept.day}: the leaves of ${owner} ${kind} are not what the statement lists`)
}

/** Each log must still contain the row that the statement records. */
async function findLogProblems(db: Db, { day, logs }: Statement, known: readonly NamedLog[]): Promise<string[]> {
  const problems: string[] = []
  for (const { name, hashAt } of known) {
    const head = logs[name]
    if (head && (await hashAt(db, head.line)) !== head.hash)
      problems.push(`${day}: line ${head.line} of ${name} is not the one that was published`)
  }
  return problems
}

const amountsOf = (proof: Proof, kind: string, coins: number): bigint[] =>
  proof.leaves
    .filter((leaf) => leaf.kind === kind)
    .reduce((sum, { amounts }) => plus(sum, amounts.map(BigInt)), noAmounts(coins))
