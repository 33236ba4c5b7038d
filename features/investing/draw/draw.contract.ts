import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { share } from '#products/terms/fields.ts'

const day = v.pipe(v.string(), v.isoDate())
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** A draw that was made: everything needed to check it. */
const drawn = v.object({
  day,
  at: moment,
  /** SHA-256 of `seed`, shown before the draw. */
  hash: hex,
  /** The server's seed of this wallet and day: shown only now. */
  seed: hex,
  /** What the holder mixed in. */
  holderSeed: v.string(),
  /** 0 to 999. */
  roll: v.number(),
  /** Part of the pending release that was unlocked: 0.005 is 0.5 %. */
  share,
  unlocked: v.array(v.object({ orderId: v.number(), coin, amount: exactAmount })),
  /** SHA-256 of the day's seed, as it was published the day before. */
  dayHash: hex,
  /** The seed all wallets' seeds of that day come from: shown once the day is over, null before. */
  daySeed: v.nullable(hex),
})

/** The draw of today: what can be won, and the promise made before. */
export const getDraw = contract({
  method: 'GET',
  path: '/invest/draw',
  access: 'session',
  summary: 'The draw of the day: the hash of the server’s seed, the chances, and what was drawn.',
  input: v.object({}),
  output: v.object({
    day,
    /** SHA-256 of the server's seed for this wallet today: the server cannot change its seed any more. */
    hash: hex,
    /** SHA-256 of the seed of the day, the same for everyone, published the day before … */
    dayHash: hex,
    /** … as is that of tomorrow, now. */
    nextDayHash: hex,
    /** Parts and their chances; they add up to 1. */
    chances: v.array(v.object({ share, chance: share })),
    /** What the running packages still hold, by coin. Empty: there is nothing to draw from. */
    pending: v.array(v.object({ coin, amount: exactAmount })),
    /** Today's draw, once made. */
    drawn: v.nullable(drawn),
    /** Earlier draws, newest first; at most 30. */
    earlier: v.array(drawn),
  }),
  failures: [],
})

/** The promises of every day, for anybody: what is drawn with today and tomorrow, and what earlier days were drawn with. */
export const listDrawDays = contract({
  method: 'GET',
  path: '/invest/draw-days',
  access: 'open',
  summary:
    'The hashes of the seeds that days are drawn with, published the day before, and the seeds of days that are over.',
  input: v.object({}),
  output: v.object({
    /** Newest first: tomorrow, today, and the thirty days before. */
    days: v.array(
      v.object({
        day,
        /** SHA-256 of the seed. */
        hash: hex,
        /** When it was made, on the business clock. */
        madeAt: moment,
        /** The seed all wallets' seeds of that day come from; null until the day is over. */
        seed: v.nullable(hex),
      }),
    ),
  }),
  failures: [],
})

/** Draws which part of the pending release unlocks at once. */
export const makeDraw = contract({
  method: 'POST',
  path: '/invest/draw',
  access: 'session',
  summary: 'Draws, once a day, which part of the pending release of one’s packages unlocks at once. No stake.',
  input: v.object({
    /** The hash the holder saw: what it stands for is what is drawn with. */
    hash: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[0-9a-f]{64}$/, 'format')),
    /** Mixed in by the holder, so that nobody else decides the draw. Any text. */
    holderSeed: v.pipe(v.string('format'), v.minLength(1, 'required'), v.maxLength(64, 'format')),
  }),
  output: v.object({ drawn }),
  failures: [
    'invest.draw_nothing',
    'invest.draw_done',
    'invest.draw_hash',
    'invest.pool_settling',
    'identity.banned',
    'identity.frozen',
  ],
})
