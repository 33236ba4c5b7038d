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
} from '../otc-fields.ts'

export const takeAd = contract({
  method: 'POST',
  path: '/otc/take',
  access: 'money',
  orPasskey: true,
  summary: 'Takes part of a P2P ad, locks coins and the fee for a buy ad, and starts the buyer’s payment deadline.',
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
  summary: 'Lists the wallet’s P2P trades, newest first.',
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
  summary: 'Returns one P2P trade in full, with the payment due, payment details, events and any dispute decision.',
  failures: ['otc.transaction_missing'],
  always: true,
})

export const markPaid = contract({
  ...one,
  method: 'POST',
  path: '/otc/paid',
  access: 'session',
  summary: 'Marks a P2P trade as paid with the buyer’s payer name and stops the timer that returns the coins.',
  input: v.object({ id: f.wholeNumber, payerName: personName }),
  failures: ['otc.transaction_missing', 'otc.transaction_closed', 'otc.transaction_not_initialized'],
  evenWhenStopped: true,
  always: true,
})

export const releaseCoins = contract({
  ...one,
  method: 'POST',
  path: '/otc/release',
  access: 'money',
  orPasskey: true,
  summary:
    'Confirms that the seller received the payment under the given payer name and permanently releases the coins.',
  input: v.object({
    id: f.wholeNumber,
    /** Payer's name as shown by the seller's bank. */
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
  summary: 'Cancels a P2P trade for the buyer before payment and returns the coins to the seller.',
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
  summary: 'Opens a dispute over a P2P trade, by either party and with a reason, for an operator to decide.',
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
  summary:
    'Submits the seller’s answer to a dispute, allowing an operator to decide for the buyer before the 72-hour wait ends.',
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
  summary: 'Adds one of the user’s uploaded evidence pictures to a dispute for the operator to review.',
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
