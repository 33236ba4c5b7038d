import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { share } from '#products/terms/fields.ts'

const day = v.pipe(v.string(), v.isoDate())
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const drawn = v.object({
  day,
  at: moment,
  /** SHA-256 of `seed`, shown before the draw. */
  hash: hex,
  /** The server's seed for this wallet and day, secret until the draw. */
  seed: hex,
  holderSeed: v.string(),
  /** 0 to 999. */
  roll: v.number(),
  /** Unlocked part of the pending release: 0.005 is 0.5 %. */
  share,
  unlocked: v.array(v.object({ orderId: v.number(), coin, amount: exactAmount })),
  /** SHA-256 of the day's seed, published the day before. */
  dayHash: hex,
  /** Source of all wallets' seeds that day; null until it is over. */
  daySeed: v.nullable(hex),
})

export const getDraw = contract({
  method: 'GET',
  path: '/invest/draw',
  access: 'session',
  summary: 'Returns today’s draw, with the hash of the server’s seed, the chances and the result.',
  input: v.object({}),
  output: v.object({
    day,
    /** SHA-256 of the server's seed for this wallet today; fixes that seed. */
    hash: hex,
    /** SHA-256 of today's seed, the same for all, published the day before. */
    dayHash: hex,
    /** SHA-256 of tomorrow's seed. */
    nextDayHash: hex,
    /** Chances add up to 1. */
    chances: v.array(v.object({ share, chance: share })),
    /** Pending release per coin in running packages. Empty: nothing to draw from. */
    pending: v.array(v.object({ coin, amount: exactAmount })),
    drawn: v.nullable(drawn),
    /** Newest first; at most 30. */
    earlier: v.array(drawn),
  }),
  failures: [],
})

export const listDrawDays = contract({
  method: 'GET',
  path: '/invest/draw-days',
  access: 'open',
  summary: 'Lists the hashes of daily draw seeds, published the day before, and the seeds of past days.',
  input: v.object({}),
  output: v.object({
    /** Tomorrow, today, and the previous thirty days. */
    days: v.array(
      v.object({
        day,
        /** SHA-256 of the seed. */
        hash: hex,
        /** On the business clock. */
        madeAt: moment,
        /** Source of all wallets' seeds that day; null until the day is over. */
        seed: v.nullable(hex),
      }),
    ),
  }),
  failures: [],
})

export const makeDraw = contract({
  method: 'POST',
  path: '/invest/draw',
  access: 'session',
  summary:
    'Runs the wallet’s free daily draw, which decides how much of its pending package release unlocks immediately.',
  input: v.object({
    /** The hash the holder saw; the draw uses its seed. */
    hash: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[0-9a-f]{64}$/, 'format')),
    /** Any text from the holder, so that the server alone cannot decide the draw. */
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
