import { addDays, type Day } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Proof, Statement } from '../tree/format.ts'
import { noAmounts, plus } from '../tree/statement.ts'
import { makeProof } from './build.job.ts'
import { houseProofs } from './proof.server.ts'
import { type KeptDay, loadProofDays } from './proofs.store.ts'

/** What is wrong with the proofs of a span of days: the statement of each is made again of the books and must be the same, and follow the one before. */
export async function findProofProblems(db: Db, from: Day, until: Day): Promise<{ days: number; problems: string[] }> {
  const problems: string[] = []
  const days = await loadProofDays(db, from, until)
  const [earlier] = await loadProofDays(db, addDays(from, -1), addDays(from, -1))
  let before = earlier?.hash
  for (const kept of days) {
    const { day, cut, text, hash, seed } = kept
    const statement: Statement = JSON.parse(text)
    if (before !== undefined && statement.previous !== before)
      problems.push(`${day} does not follow the statement before it`)
    before = hash
    try {
      const made = await makeProof(db, { day, cut, previous: statement.previous }, seed)
      if (made.text !== text) problems.push(`${day} is not what the books say`)
    } catch (error) {
      problems.push(`${day} cannot be made again: ${(error as Error).message}`)
    }
    problems.push(...(await findLeafProblems(db, kept, statement)))
  }
  return { days: days.length, problems }
}

/** Where leaves of a day are kept, the accounts of the house have in them what the statement lists. */
async function findLeafProblems(db: Db, kept: KeptDay, { house, assets }: Statement): Promise<string[]> {
  const proofs = await houseProofs(db, kept)
  if (proofs.length === 0) return []
  const wrong = house.filter(({ owner, kind, amounts }) => {
    const proof = proofs.find((each) => each.owner === owner)
    return !proof || amountsOf(proof, kind, assets.length).join() !== amounts.join()
  })
  return wrong.map(({ owner, kind }) => `${kept.day}: the leaves of ${owner} ${kind} are not what the statement lists`)
}

const amountsOf = (proof: Proof, kind: string, coins: number): bigint[] =>
  proof.leaves
    .filter((leaf) => leaf.kind === kind)
    .reduce((sum, { amounts }) => plus(sum, amounts.map(BigInt)), noAmounts(coins))
