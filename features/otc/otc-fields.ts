import * as v from 'valibot'
import { cleanText } from '#chat/message-text.ts'
import { pointsMax } from '#kit/typed-text.ts'
import * as f from '#kit/wire/fields.ts'
import { detailMax, methods } from '#otc/methods.ts'
import { sides } from '#otc/otc-terms.ts'

/** The spec's numeric payment method. */
export const paymentMethod = v.pipe(
  f.wholeNumber,
  v.picklist(
    methods.map(({ number }) => number),
    'format',
  ),
)
export const side = v.picklist(sides, 'format')
export const fiat = v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[A-Z]{3}$/, 'format'))
/** Words of a trader, which the other side and operators read: what a person can see of them is kept. */
export const words = (lengthMax: number) => f.seenText(lengthMax, cleanText)

/** The Google code, where the rules ask for it. */
export const optionalCode = v.optional(v.pipe(v.string('format'), v.regex(/^(\d{6})?$/, 'format')), '')

/** What a seller fills in for a method, by field, as typed: otc/methods.ts reads it, and refuses what reverses an account. */
export const details = v.record(
  v.pipe(v.string('format'), v.maxLength(20, 'format')),
  v.pipe(v.string('format'), v.maxLength(4 * pointsMax(detailMax), 'format')),
)
/** A name as a bank writes it. */
export const personName = f.line(80)
/** A price as it is typed: fiat for one USDT, at most 4 decimals. */
export const typedPrice = v.pipe(
  v.string('format'),
  v.minLength(1, 'required'),
  v.regex(/^(?=.*[1-9])\d{1,8}(\.\d{1,4})?$/, 'format'),
)

/** Somebody one trades with, as far as others see them. */
export const trader = v.object({
  walletId: v.string(),
  /** Masked; empty where there is none. */
  nickname: v.string(),
  /** Transactions that were released, and with how many different people. */
  completed: v.number(),
  partners: v.number(),
  /** Of a hundred that ended by them, so many were released; null before the first. */
  completedShare: v.nullable(v.number()),
  /** Half of their releases took no longer, from the payment on; null for one who never released. */
  releaseSeconds: v.nullable(v.number()),
  since: f.moment,
})

/** An ad as those see it who may take it. */
const listedAd = {
  id: v.number(),
  side,
  coin: f.coin,
  fiat: v.string(),
  /** Fiat for one USDT, now. */
  price: f.exactAmount,
  /** What is left of it, and what may be taken at once. */
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
  /** For its maker alone; null for everybody else. */
  own: v.nullable(
    v.object({
      state: v.picklist(['enabled', 'disabled', 'removed']),
      quantity: f.exactAmount,
      /** In open transactions, and traded so far. */
      bound: f.exactAmount,
      done: f.exactAmount,
      /** The fixed price, or the margin on the guide price in hundredths of a percent. */
      fixed: v.nullable(f.exactAmount),
      margin: v.nullable(v.number()),
      least: f.exactAmount,
      most: f.exactAmount,
      /** Takers see the details of a method from then on; null where they do already. */
      methods: v.array(v.object({ paymentMethod, details, usableFrom: v.nullable(f.moment) })),
      postedAt: f.moment,
    }),
  ),
})
export type AdRow = v.InferOutput<typeof adRow>

/** A transaction as one of its two sees it. */
const summary = {
  id: v.number(),
  adId: v.number(),
  /** What the reader does. */
  side,
  /** Whether they took the ad of the other. */
  isTaker: v.boolean(),
  state: v.picklist(['initialised', 'paid', 'disputed', 'released', 'closed']),
  coin: f.coin,
  fiat: v.string(),
  price: f.exactAmount,
  /** The quantity, the money to be paid, the taker's fee, and what arrives with the buyer. */
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
  /** What the buyer pays to, as the seller filled it in. Empty for the buyer once it is over: nobody pays to it any more. */
  details,
  terms: v.string(),
  paidAt: v.nullable(f.moment),
  /** Until the time to pay is over; 0 where it does not run. */
  secondsToPay: v.number(),
  /** In whose name the buyer paid, as they said; empty before. */
  payerName: v.string(),
  /** Of an ended one: what left the seller for the buyer, and what came back. */
  released: f.exactAmount,
  returned: f.exactAmount,
  /** What happened, in order; `by` is empty for the clock and for operators. */
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
      /** What the seller said to it; null before. Coins can be decided to the buyer from `decidableFrom` on. */
      answer: v.nullable(v.string()),
      decidableFrom: f.moment,
      /** The IDs of the reader's own pictures, and how many the other side gave: what is on them is for operators alone. */
      evidence: v.array(v.object({ picture: v.string(), at: f.moment })),
      evidenceOfOther: v.number(),
      /** Null until an operator has decided. */
      decided: v.nullable(v.object({ at: f.moment, reason: v.string(), toBuyer: f.exactAmount })),
    }),
  ),
  /** What the seller must know before releasing: whether a code is asked, and until when a change of security keeps them from it. */
  release: v.nullable(v.object({ googleBound: v.boolean(), needsCode: v.boolean(), heldUntil: v.nullable(f.moment) })),
})
export type TransactionWhole = v.InferOutput<typeof transactionWhole>
export type TransactionRow = v.InferOutput<typeof transactionRow>
export type Trader = v.InferOutput<typeof trader>
