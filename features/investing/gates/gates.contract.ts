import * as v from 'valibot'
import { regionCodes } from '#identity/team/region-codes.ts'
import { contract } from '#kit/wire/contract.ts'
import { lines } from '#ledger/posting/lines.ts'

export const declareRegion = contract({
  method: 'POST',
  path: '/my/region',
  access: 'session',
  summary: 'Declares the user’s region of residence and returns the features available there.',
  input: v.object({
    /** ISO 3166-1 alpha-2. */
    region: v.pipe(v.string('format'), v.minLength(1, 'required'), v.picklist(regionCodes, 'format')),
  }),
  output: v.object({ region: v.string(), earn: v.boolean(), referral: v.boolean(), otc: v.boolean() }),
  failures: ['identity.region_stands'],
})

/** Text ID in the area `gates`. */
const quizText = v.string()

export const getQuiz = contract({
  method: 'GET',
  path: '/invest/quiz',
  access: 'session',
  summary: 'Returns the quiz questions for a product line and whether this wallet has passed the quiz.',
  input: v.object({ line: v.picklist(lines, 'format') }),
  output: v.object({
    passed: v.boolean(),
    questions: v.array(
      v.object({
        /** worst, payer, lock or exit. Its text is `ask`. */
        questionId: v.string(),
        ask: quizText,
        /** Text IDs, which are also the answer IDs. */
        answers: v.array(quizText),
      }),
    ),
  }),
  failures: [],
})

/** Unlimited attempts. */
export const answerQuiz = contract({
  method: 'POST',
  path: '/invest/quiz',
  access: 'session',
  summary: 'Submits quiz answers for a product line and permanently unlocks its purchase if all are correct.',
  input: v.object({
    line: v.picklist(lines, 'format'),
    /** Question ID → answer ID. */
    answers: v.record(
      v.pipe(v.string('format'), v.maxLength(20, 'format')),
      v.pipe(v.string('format'), v.maxLength(60, 'format')),
    ),
  }),
  output: v.object({
    passed: v.boolean(),
    wrong: v.array(v.string()),
  }),
  failures: [],
})
