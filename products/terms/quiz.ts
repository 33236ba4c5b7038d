import type { Texts } from '#locales/keys.ts'

export type QuizText = Extract<keyof Texts, `quiz.${string}`>

/** The parts of a card that decide whether a line suits the user. */
export const questions = ['worst', 'payer', 'lock', 'exit'] as const
export type Question = (typeof questions)[number]

export type Choice = { readonly right: QuizText; readonly other: QuizText }
export type Quiz = Readonly<Record<Question, Choice>>

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
