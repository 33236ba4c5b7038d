import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proofPrograms } from '#features/proof/archive/programs.server.ts'
import { addDays, type Day, dayOf } from '#kit/time/clock.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { buildNextProof } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { companyProofs } from '#proofs/days/proof.server.ts'
import { latestProofDay, publishedDays } from '#proofs/days/publish.store.ts'
import { publishedReserves } from '#proofs/reserves/reserves.store.ts'
import { proofLogs } from '../../sending/proof-logs.ts'
import { momentOf } from '../base/arguments.ts'
import { expectSomebody, UsageError, type Verb } from '../base/verb.ts'
import { VerifyError } from './verify.ts'

const proofBuild: Verb = {
  words: 'proof build',
  guard: 'none',
  usage: '',
  summary: 'Makes the proof of every day that has a cut and no proof yet, as the company does by itself.',
  async run(operation) {
    expectSomebody(operation)
    const { db, clock, say } = operation
    await keepPowerDays(db)
    for (;;) {
      const day = await buildNextProof(db, clock.now(), proofLogs)
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
    const { days, problems } = await findProofProblems(db, from, until, proofLogs)
    for (const problem of problems) say(`broken: ${problem}`)
    if (problems.length > 0) throw new VerifyError('The proofs do not hold.')
    say(`Everything holds: ${days} days.`)
  },
}

const daysAtOnce = 100

const proofPublish: Verb = {
  words: 'proof publish',
  guard: 'none',
  usage: '<folder>',
  summary:
    'Writes every signed statement, the proofs of the accounts of the company in the latest, the newest statement of reserves, and the verifiers to a folder, for whoever keeps a copy elsewhere. A statement that is there already and differs is an error.',
  async run({ args, db, say }) {
    const folder = args[0]
    if (!folder) throw new UsageError('Name a folder: it is made where it is not there')
    mkdirSync(folder, { recursive: true })
    let written = 0
    let before: Day | undefined
    for (;;) {
      const days = await publishedDays(db, daysAtOnce, { before })
      for (const { day, ...published } of days) {
        const path = join(folder, `statement-${day}.json`)
        const text = JSON.stringify(published)
        if (!existsSync(path)) {
          writeFileSync(path, text)
          written += 1
        } else if (readFileSync(path, 'utf8') !== text)
          throw new VerifyError(`${path} was another statement when it was published.`)
      }
      before = days.at(-1)?.day
      if (days.length < daysAtOnce) break
    }
    const latest = await latestProofDay(db)
    if (latest)
      writeFileSync(
        join(folder, `house-${latest.published.day}.json`),
        JSON.stringify(await companyProofs(db, latest.kept)),
      )
    const there = await publishedReserves(db)
    if (there) writeFileSync(join(folder, `reserves-${there.day}.json`), JSON.stringify(there.reserves))
    for (const { name, text } of proofPrograms()) writeFileSync(join(folder, name), text)
    say(`done: ${written} new statements in ${folder}`)
  },
}

export const proofVerbs: readonly Verb[] = [proofBuild, proofCheck, proofPublish]
