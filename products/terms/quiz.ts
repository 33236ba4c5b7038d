import type { Texts } from '#locales/keys.ts'

export type QuizText = Extract<keyof Texts, `quiz.${string}`>

/** What is asked about every line: the parts of its card that decide whether it suits a person. */
export const questions = ['worst', 'payer', 'lock', 'exit'] as const
export type Question = (typeof questions)[number]

/** A right answer, and a thing that is true of another line. */
export type Choice = { readonly right: QuizText; readonly other: QuizText }
/** What is right about a line, as its card says it. */
export type Quiz = Readonly<Record<Question, Choice>>

/** Answers several lines share. */
export const worst = {
  spent: { right: 'quiz.worst.price_spent', other: 'quiz.worst.ratio' },
  notSpent: (right: QuizText): Choice => ({ right, other: 'quiz.worst.price_spent' }),
} as const satisfies Record<string, Choice | ((right: QuizText) => Choice)>
export const payer = {
  power: { right: 'quiz.payer.power', other: 'quiz.payer.set_aside' },
  notPower: (right: QuizText): Choice => ({ right, other: 'quiz.payer.power' }),
} as const satisfies Record<string, Choice | ((right: QuizText) => Choice)>
export const lock = {
  forGood: { right: 'quiz.lock.for_good', other: 'quiz.lock.none' },
  notForGood: (right: QuizText): Choice => ({ right, other: 'quiz.lock.for_good' }),
} as const satisfies Record<string, Choice | ((right: QuizText) => Choice)>
export const exit = {
  shut: { right: 'quiz.exit.before_start', other: 'quiz.exit.any_part' },
  open: (right: QuizText): Choice => ({ right, other: 'quiz.exit.before_start' }),
} as const satisfies Record<string, Choice | ((right: QuizText) => Choice)>
