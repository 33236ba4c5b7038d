import * as v from 'valibot'
import { cleanText } from '#chat/message-text.ts'
import { pointsMax } from '#kit/text/typed-text.ts'
import * as f from '#kit/wire/fields.ts'
import { detailMax, methods } from '#otc/details/methods.ts'
import { sides } from '#otc/otc-terms.ts'

export const paymentMethod = v.pipe(
  f.wholeNumber,
  v.picklist(
    methods.map(({ number }) => number),
    'format',
  ),
)
export const side = v.picklist(sides, 'format')
export const fiat = v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[A-Z]{3}$/, 'format'))
/** Free text for the other trader and operators, with invisible characters removed. */
export const words = (lengthMax: number) => f.seenText(lengthMax, cleanText)

export const optionalCode = v.optional(v.pipe(v.string('format'), v.regex(/^(\d{6})?$/, 'format')), '')

/** Details by field. otc/details/methods.ts parses them and refuses characters that reverse displayed digits. */
export const details = v.record(
  v.pipe(v.string('format'), v.maxLength(20, 'format')),
  v.pipe(v.string('format'), v.maxLength(4 * pointsMax(detailMax), 'format')),
)
export const personName = f.line(80)
/** Fiat per USDT, at most 4 decimals. */
export const typedPrice = v.pipe(
  v.string('format'),
  v.minLength(1, 'required'),
  v.regex(/^(?=.*[1-9])\d{1,8}(\.\d{1,4})?$/, 'format'),
)

export const trader = v.object({
  walletId: v.string(),
  /** Masked; empty if none. */
  nickname: v.string(),
  /** Released trades, and the number of different partners. */
  completed: v.number(),
  partners: v.number(),
  /** Percentage of trades released, ignoring failures caused by others; null before the first. */
  completedShare: v.nullable(v.number()),
  /** Median from payment to release; null before the first release. */
  releaseSeconds: v.nullable(v.number()),
  since: f.moment,
})

const listedAd = {
  id: v.number(),
  side,
  coin: f.coin,
  fiat: v.string(),
  /** Current fiat per USDT. */
  price: f.exactAmount,
  /** Remaining amount, and the limits per trade. */
  left: f.exactAmount,
  least: f.exactAmount,
  most: f.exactAmount,
  window: v.number(),
  terms: v.string(),
  paymentMethods: v.array(v.number()),
  maker: trader,
}
export const adRow = v.object({
  ...listedAd,
  /** Null except for the maker. */
  own: v.nullable(
    v.object({
      state: v.picklist(['enabled', 'disabled', 'removed']),
      quantity: f.exactAmount,
      /** Amounts in open trades and traded so far. */
      bound: f.exactAmount,
      done: f.exactAmount,
      /** Either the fixed price or the margin on the guide price, in hundredths of a percent. */
      fixed: v.nullable(f.exactAmount),
      margin: v.nullable(v.number()),
      least: f.exactAmount,
      most: f.exactAmount,
      /** Takers see a method's details from `usableFrom`; null if already usable. */
      methods: v.array(v.object({ paymentMethod, details, usableFrom: v.nullable(f.moment) })),
      postedAt: f.moment,
    }),
  ),
})
export type AdRow = v.InferOutput<typeof adRow>

const summary = {
  id: v.number(),
  adId: v.number(),
  /** The reader's side. */
  side,
  isTaker: v.boolean(),
  state: v.picklist(['initialised', 'paid', 'disputed', 'released', 'closed']),
  coin: f.coin,
  fiat: v.string(),
  price: f.exactAmount,
  /** USDT amount, fiat to pay, taker's fee, and USDT the buyer receives. */
  amount: f.exactAmount,
  money: f.exactAmount,
  fee: f.exactAmount,
  received: f.exactAmount,
  takenAt: f.moment,
  payUntil: f.moment,
  endedAt: v.nullable(f.moment),
  other: trader,
}
export const transactionRow = v.object(summary)
export const transactionWhole = v.object({
  ...summary,
  paymentMethod,
  /** The seller's payment details. Empty for the buyer once the trade is over, so no late payment is made. */
  details,
  terms: v.string(),
  paidAt: v.nullable(f.moment),
  /** 0 if no payment time runs. */
  secondsToPay: v.number(),
  /** Payer name given by the buyer; empty before. */
  payerName: v.string(),
  /** After the end: what the buyer received, and what returned to the seller. */
  released: f.exactAmount,
  returned: f.exactAmount,
  /** In chronological order; `by` is empty for timeouts and operators. */
  events: v.array(
    v.object({
      kind: v.picklist([
        'taken',
        'paid',
        'released',
        'cancelled',
        'unpaid',
        'disputed',
        'answered',
        'evidence',
        'decided',
      ]),
      by: v.picklist(['me', 'other', '']),
      at: f.moment,
    }),
  ),
  dispute: v.nullable(
    v.object({
      byMe: v.boolean(),
      reason: v.string(),
      openedAt: f.moment,
      /** The seller's answer, or null. Operators cannot decide for the buyer before `decidableFrom`. */
      answer: v.nullable(v.string()),
      decidableFrom: f.moment,
      /** The reader's own picture IDs, and the other side's number of pictures. Only operators see the pictures. */
      evidence: v.array(v.object({ picture: v.string(), at: f.moment })),
      evidenceOfOther: v.number(),
      /** Null until an operator decides. */
      decided: v.nullable(v.object({ at: f.moment, reason: v.string(), toBuyer: f.exactAmount })),
    }),
  ),
  /** Whether a release needs a code, and until when a security change blocks it. */
  release: v.nullable(v.object({ googleBound: v.boolean(), needsCode: v.boolean(), heldUntil: v.nullable(f.moment) })),
})
export type TransactionWhole = v.InferOutput<typeof transactionWhole>
export type TransactionRow = v.InferOutput<typeof transactionRow>
export type Trader = v.InferOutput<typeof trader>
