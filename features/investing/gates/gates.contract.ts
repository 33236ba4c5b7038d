import * as v from 'valibot'
import { regionCodes } from '#identity/region-codes.ts'
import { contract } from '#kit/wire/contract.ts'
import { lines } from '#ledger/lines.ts'

/** Declares where one lives: asked at the first use of what depends on it. */
export const declareRegion = contract({
  method: 'POST',
  path: '/my/region',
  access: 'session',
  summary: 'Declares the region one lives in, and answers what is offered there.',
  input: v.object({
    /** ISO 3166-1, two capital letters. */
    region: v.pipe(v.string('format'), v.minLength(1, 'required'), v.picklist(regionCodes, 'format')),
  }),
  output: v.object({ region: v.string(), earn: v.boolean(), referral: v.boolean(), otc: v.boolean() }),
  failures: ['identity.region_stands'],
})

/** A text of area `gates`, by its ID. */
const quizText = v.string()

/** What must be understood before the first purchase of a line. */
export const getQuiz = contract({
  method: 'GET',
  path: '/invest/quiz',
  access: 'session',
  summary: 'The questions about a line, and whether this wallet has answered them.',
  input: v.object({ line: v.picklist(lines, 'format') }),
  output: v.object({
    passed: v.boolean(),
    questions: v.array(
      v.object({
        /** worst, payer, lock or exit; its text is `ask`. */
        questionId: v.string(),
        ask: quizText,
        /** The answers to choose from; the ID of an answer's text is its ID. */
        answers: v.array(quizText),
      }),
    ),
  }),
  failures: [],
})

/** Answers them all at once; may be tried as often as one likes. */
export const answerQuiz = contract({
  method: 'POST',
  path: '/invest/quiz',
  access: 'session',
  summary: 'Answers the questions about a line; all right opens its purchase for good.',
  input: v.object({
    line: v.picklist(lines, 'format'),
    /** Question → answer. */
    answers: v.record(
      v.pipe(v.string('format'), v.maxLength(20, 'format')),
      v.pipe(v.string('format'), v.maxLength(60, 'format')),
    ),
  }),
  output: v.object({
    passed: v.boolean(),
    /** Questions whose answer was not right. */
    wrong: v.array(v.string()),
  }),
  failures: [],
})
