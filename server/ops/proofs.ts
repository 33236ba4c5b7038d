import { addDays, type Day, dayOf } from '#kit/clock.ts'
import { buildNextProof } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { momentOf } from './arguments.ts'
import { expectSomebody, type Verb } from './verb.ts'
import { VerifyError } from './verify.ts'

const proofBuild: Verb = {
  words: 'proof build',
  guard: 'none',
  usage: '',
  summary: 'Makes the proof of every day that has a cut and no proof yet, as the house does by itself.',
  async run(operation) {
    expectSomebody(operation)
    const { db, clock, say } = operation
    for (;;) {
      const day = await buildNextProof(db, clock.now())
      if (!day) break
      say(`done: the proof of ${day}`)
    }
    say('Every day that has a cut has its proof.')
  },
}

const proofCheck: Verb = {
  words: 'proof check',
  guard: 'none',
  usage: '[<first day> [<last day>]]',
  summary:
    'Makes the statements of the last week, or of the days named, again of the books: each must be the same, and follow the one before.',
  async run({ args, db, clock, say }) {
    const dayNamed = (text: string): Day => dayOf(momentOf(text, 'day'))
    const from = args[0] ? dayNamed(args[0]) : addDays(dayOf(clock.now()), -7)
    const until = args[1] ? dayNamed(args[1]) : args[0] ? from : dayOf(clock.now())
    const { days, problems } = await findProofProblems(db, from, until)
    for (const problem of problems) say(`broken: ${problem}`)
    if (problems.length > 0) throw new VerifyError('The proofs do not hold.')
    say(`Everything holds: ${days} days.`)
  },
}

export const proofVerbs: readonly Verb[] = [proofBuild, proofCheck]
