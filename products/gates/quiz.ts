import { type LineId, lines } from '#ledger/lines.ts'
import { lineOf } from '../registry.ts'
import { type Question, type QuizText, questions } from '../terms/quiz.ts'

/** What people are told by those who mean them no good. */
const myths: Readonly<Record<Question, QuizText>> = {
  worst: 'quiz.myth.guaranteed',
  payer: 'quiz.myth.members',
  lock: 'quiz.myth.support',
  exit: 'quiz.myth.recruit',
}

/** The answers of a question, the right one not always in the same place. */
function answersOf(line: LineId, question: Question): readonly QuizText[] {
  const { right, other } = lineOf(line).quiz[question]
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
  worst: lineOf(line).quiz.worst.right,
  payer: lineOf(line).quiz.payer.right,
  lock: lineOf(line).quiz.lock.right,
  exit: lineOf(line).quiz.exit.right,
})

/** Which questions about a line were not answered rightly; none: passed. */
export const wrongOf = (line: LineId, answers: Readonly<Record<string, string>>): readonly Question[] =>
  questions.filter((question) => answers[question] !== lineOf(line).quiz[question].right)
