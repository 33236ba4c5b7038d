import { type LineId, lines } from '#ledger/lines.ts'
import type { Texts } from '#locales/keys.ts'

type QuizText = Extract<keyof Texts, `quiz.${string}`>

/** What is asked about every line: the parts of its card that decide whether it suits a person. */
export const questions = ['worst', 'payer', 'lock', 'exit'] as const
export type Question = (typeof questions)[number]

/** A right answer, a thing that is true of another line, and what people are told by those who mean them no good. */
type Choice = { readonly right: QuizText; readonly other: QuizText }
const myths: Readonly<Record<Question, QuizText>> = {
  worst: 'quiz.myth.guaranteed',
  payer: 'quiz.myth.members',
  lock: 'quiz.myth.support',
  exit: 'quiz.myth.recruit',
}

const spent: Choice = { right: 'quiz.worst.price_spent', other: 'quiz.worst.ratio' }
const power: Choice = { right: 'quiz.payer.power', other: 'quiz.payer.set_aside' }
const ofPower = (right: QuizText): Choice => ({ right, other: 'quiz.payer.power' })
const notSpent = (right: QuizText): Choice => ({ right, other: 'quiz.worst.price_spent' })
const notForGood = (right: QuizText): Choice => ({ right, other: 'quiz.lock.for_good' })
const forGood: Choice = { right: 'quiz.lock.for_good', other: 'quiz.lock.none' }
const open = (right: QuizText): Choice => ({ right, other: 'quiz.exit.before_start' })
const shut: Choice = { right: 'quiz.exit.before_start', other: 'quiz.exit.any_part' }

/** What is right for each line, as its card says it. */
const choices: Readonly<Record<LineId, Readonly<Record<Question, Choice>>>> = {
  dual: {
    worst: notSpent('quiz.worst.side_gone'),
    payer: ofPower('quiz.payer.set_aside'),
    lock: notForGood('quiz.lock.round'),
    exit: open('quiz.exit.reinvest_off'),
  },
  dual2: {
    worst: notSpent('quiz.worst.coins_fall'),
    payer: power,
    lock: notForGood('quiz.lock.term'),
    exit: open('quiz.exit.fee'),
  },
  compound: {
    worst: notSpent('quiz.worst.nothing_paid'),
    payer: ofPower('quiz.payer.pool_share'),
    lock: notForGood('quiz.lock.none'),
    exit: open('quiz.exit.any_part'),
  },
  liquidity: {
    worst: notSpent('quiz.worst.ratio'),
    payer: ofPower('quiz.payer.pair_fees'),
    lock: notForGood('quiz.lock.term'),
    exit: open('quiz.exit.day_lost'),
  },
  acceleration: {
    worst: notSpent('quiz.worst.no_faster'),
    payer: { right: 'quiz.payer.own_packages', other: 'quiz.payer.pair_fees' },
    lock: notForGood('quiz.lock.none'),
    exit: open('quiz.exit.any_part'),
  },
  package: {
    worst: { right: 'quiz.worst.package', other: 'quiz.worst.ratio' },
    payer: ofPower('quiz.payer.package'),
    // Its price is spent as well: that answer would not be wrong.
    lock: { right: 'quiz.lock.release', other: 'quiz.lock.none' },
    exit: shut,
  },
  fund: {
    worst: notSpent('quiz.worst.fund'),
    payer: ofPower('quiz.payer.profit'),
    lock: notForGood('quiz.lock.redeem'),
    exit: open('quiz.exit.asset_value'),
  },
  lockup: {
    worst: notSpent('quiz.worst.coins_fall'),
    payer: power,
    lock: notForGood('quiz.lock.term'),
    exit: open('quiz.exit.fee'),
  },
  machine: { worst: spent, payer: ofPower('quiz.payer.machine_pool'), lock: forGood, exit: shut },
  node: { worst: spent, payer: ofPower('quiz.payer.node_fees'), lock: forGood, exit: shut },
}

/** The answers of a question, the right one not always in the same place. */
function answersOf(line: LineId, question: Question): readonly QuizText[] {
  const { right, other } = choices[line][question]
  const all = [right, myths[question], other]
  const turn = (lines.indexOf(line) + questions.indexOf(question) * 2 + 1) % all.length
  return [...all.slice(turn), ...all.slice(0, turn)]
}

/** The questions about a line, with the texts of their answers. */
export const quizOf = (line: LineId) =>
  questions.map((question) => ({
    questionId: question,
    ask: `quiz.ask.${question}` as const,
    answers: [...answersOf(line, question)],
  }))

/** The answers that are right for a line. */
export const rightAnswers = (line: LineId): Readonly<Record<Question, string>> => ({
  worst: choices[line].worst.right,
  payer: choices[line].payer.right,
  lock: choices[line].lock.right,
  exit: choices[line].exit.right,
})

/** Which questions about a line were not answered rightly; none: passed. */
export const wrongOf = (line: LineId, answers: Readonly<Record<string, string>>): readonly Question[] =>
  questions.filter((question) => answers[question] !== choices[line][question].right)
