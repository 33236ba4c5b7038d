import { type LineId, lines } from '#ledger/posting/lines.ts'
import { lineOf } from '../registry.ts'
import { type Question, type QuizText, questions } from '../terms/quiz.ts'

/** Claims typical of scammers. */
const myths: Readonly<Record<Question, QuizText>> = {
  worst: 'quiz.myth.guaranteed',
  payer: 'quiz.myth.members',
  lock: 'quiz.myth.support',
  exit: 'quiz.myth.recruit',
}

/** The correct answer's position varies. */
function answersOf(line: LineId, question: Question): readonly QuizText[] {
  const { right, other } = lineOf(line).quiz[question]
  const all = [right, myths[question], other]
  const turn = (lines.indexOf(line) + questions.indexOf(question) * 2 + 1) % all.length
  return [...all.slice(turn), ...all.slice(0, turn)]
}

export const quizOf = (line: LineId) =>
  questions.map((question) => ({
    questionId: question,
    ask: `quiz.ask.${question}` as const,
    answers: [...answersOf(line, question)],
  }))

export const rightAnswers = (line: LineId): Readonly<Record<Question, string>> => ({
  worst: lineOf(line).quiz.worst.right,
  payer: lineOf(line).quiz.payer.right,
  lock: lineOf(line).quiz.lock.right,
  exit: lineOf(line).quiz.exit.right,
})

/** Empty if passed. */
export const wrongOf = (line: LineId, answers: Readonly<Record<string, string>>): readonly Question[] =>
  questions.filter((question) => answers[question] !== lineOf(line).quiz[question].right)
