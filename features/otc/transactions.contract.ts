import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import * as f from '#kit/wire/fields.ts'
import {
  details,
  optionalCode,
  paymentMethod,
  personName,
  transactionRow,
  transactionWhole,
  typedPrice,
  words,
} from './otc-fields.ts'

/** Locks the amount and starts the buyer's payment time. */
export const takeAd = contract({
  method: 'POST',
  path: '/otc/take',
  access: 'money',
  orPasskey: true,
  summary: 'Takes a part of an ad. Of a buy ad the coins and the fee are set aside; then the buyer pays in time.',
  input: v.object({
    id: f.wholeNumber,
    amount: f.typedAmount,
    /** The displayed price; a worse one is refused. */
    price: v.union([typedPrice, v.pipe(v.string('format'), v.regex(/^\d{1,12}(\.\d{1,8})?$/, 'format'))]),
    paymentMethod,
    /** From a selling taker: the payment details. */
    details: v.optional(details, {}),
    /** From a selling taker: the Google code, if required. */
    code: optionalCode,
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  output: transactionWhole,
  failures: [
    'field.format',
    'otc.ad_missing',
    'otc.ad_offline',
    'otc.ad_cannot_be_ordered',
    'otc.ad_already_taken',
    'otc.already_ordered',
    'otc.order_minimum',
    'otc.order_maximum',
    'otc.quantity_exceeded',
    'otc.reputation_insufficient',
    'otc.price_moved',
    'otc.fiat_missing',
    'otc.held',
    'balance.insufficient',
    'identity.banned',
    'identity.frozen',
    'identity.withdrawal_banned',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.google_not_bound',
    'identity.region_needed',
    'identity.region_off',
  ],
})

export const listTransactions = contract({
  method: 'GET',
  path: '/otc/orders',
  access: 'session',
  summary: 'The wallet’s trades over the counter, the newest first.',
  input: v.object({ open: v.optional(v.picklist(['1', '0'], 'format')), cursor: f.cursor }),
  output: f.page(transactionRow),
  failures: [],
  always: true,
})

const one = { input: v.object({ id: f.wholeNumber }), output: transactionWhole } as const

export const getTransaction = contract({
  ...one,
  method: 'GET',
  path: '/otc/order',
  access: 'session',
  summary: 'One trade over the counter, whole: what is to be paid to whom, what happened, and what was decided.',
  failures: ['otc.transaction_missing'],
  always: true,
})

export const markPaid = contract({
  ...one,
  method: 'POST',
  path: '/otc/paid',
  access: 'session',
  summary: 'The buyer has paid, in the name they say: from now on no timer returns the coins.',
  input: v.object({ id: f.wholeNumber, payerName: personName }),
  failures: ['otc.transaction_missing', 'otc.transaction_closed', 'otc.transaction_not_initialized'],
  evenWhenStopped: true,
  always: true,
})

/** Irreversible. */
export const releaseCoins = contract({
  ...one,
  method: 'POST',
  path: '/otc/release',
  access: 'money',
  orPasskey: true,
  summary: 'The seller has the money, in the name they read on it, and releases the coins for good.',
  input: v.object({
    id: f.wholeNumber,
    /** Payer name in the seller's bank account. */
    payerName: personName,
    /** Release although the payer's name differs. */
    anyway: v.optional(v.boolean('format'), false),
    code: optionalCode,
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  failures: [
    'otc.transaction_missing',
    'otc.transaction_closed',
    'otc.transaction_not_initialized',
    'otc.payer_similar',
    'otc.payer_unsure',
    'otc.payer_other',
    'otc.held',
    'identity.banned',
    'identity.frozen',
    'identity.withdrawal_banned',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.google_not_bound',
  ],
  always: true,
})

export const cancelTransaction = contract({
  ...one,
  method: 'POST',
  path: '/otc/cancel',
  access: 'session',
  summary: 'The buyer leaves before paying: the coins are the seller’s again.',
  failures: ['otc.transaction_missing', 'otc.transaction_closed', 'otc.transaction_not_initialized'],
  evenWhenStopped: true,
  always: true,
})

/** In user-perceived characters. */
export const disputeTextMax = 1_000

export const openDispute = contract({
  ...one,
  method: 'POST',
  path: '/otc/dispute',
  access: 'session',
  summary: 'Either side asks an operator to decide, with the reason.',
  input: v.object({ id: f.wholeNumber, reason: v.pipe(words(disputeTextMax), v.minLength(1, 'required')) }),
  failures: ['otc.transaction_missing', 'otc.transaction_closed', 'otc.transaction_not_initialized'],
  evenWhenStopped: true,
  always: true,
})

/** Needs the same confirmation as a payment, so a stolen session is not enough. */
export const answerDispute = contract({
  ...one,
  method: 'POST',
  path: '/otc/answer',
  access: 'money',
  summary: 'The seller answers a dispute; until then, or for 72 hours, nothing is decided to the buyer.',
  input: v.object({
    id: f.wholeNumber,
    answer: v.pipe(words(disputeTextMax), v.minLength(1, 'required')),
    code: optionalCode,
  }),
  secondFactor: { field: 'code', purpose: 'move' },
  failures: [
    'otc.transaction_missing',
    'otc.transaction_closed',
    'otc.transaction_not_initialized',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.google_not_bound',
  ],
  evenWhenStopped: true,
  always: true,
})

export const giveEvidence = contract({
  ...one,
  method: 'POST',
  path: '/otc/evidence',
  access: 'session',
  summary: 'Adds a picture of the own album of evidence to a dispute, for the operator to see.',
  input: v.object({ id: f.wholeNumber, picture: v.pipe(v.string('format'), v.regex(/^[0-9a-f]{64}$/, 'format')) }),
  failures: [
    'upload.full',
    'request.full',
    'request.data_missing',
    'otc.transaction_missing',
    'otc.transaction_closed',
    'otc.transaction_not_initialized',
    'otc.evidence_full',
  ],
  evenWhenStopped: true,
  always: true,
})
