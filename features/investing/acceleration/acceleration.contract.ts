import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment, typedAmount, wholeNumber } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { share } from '#products/terms/fields.ts'

/** One mark on compound principal. */
const acceleration = named(
  v.object({
    orderId: v.number(),
    productId: v.number(),
    version: v.picklist(['1.0', '2.0']),
    coin,
    /** How much compound principal is marked. No coin moved. */
    amount: exactAmount,
    /** waiting: begins at `startsAt` · accelerating · paused: more is marked than the principal holds · over. */
    state: v.picklist(['waiting', 'accelerating', 'paused', 'over']),
    startsAt: moment,
    /** Version 2.0: from here on its step counts; null for 1.0. */
    stepFrom: v.nullable(moment),
    overAt: v.nullable(moment),
  }),
  { orderId: 'id' },
)

/** Marks a part of one's compound principal: it speeds up what one's packages release. */
export const accelerate = contract({
  method: 'POST',
  path: '/invest/accelerate',
  access: 'money',
  orPasskey: true,
  summary: "Marks a part of one's compound principal to speed up the release of one's packages; no coin moves.",
  input: v.object({
    /** A product of the line acceleration: it names version and coin. */
    productId: wholeNumber,
    amount: typedAmount,
    /** Hash of the card the holder accepted. */
    card: v.optional(v.pipe(v.string('format'), v.maxLength(64, 'format')), ''),
  }),
  wire: { productId: 'id' },
  output: v.object({ acceleration }),
  failures: [
    'invest.product_missing',
    'invest.product_ended',
    'invest.pool_config_not_effective',
    'invest.minimum',
    'invest.maximum',
    'invest.card_changed',
    'invest.conditions_not_met',
    'invest.reservation_needed',
    'invest.quota_full',
    'invest.compound_insufficient',
    'exchange.not_open',
    'identity.region_needed',
    'identity.region_off',
    'invest.line_closed',
    'invest.coin_stopped',
  ],
})

/** Ends an acceleration, or a part of it: as much leaves the compound pool and is in the wallet at once. */
export const cancelAcceleration = contract({
  method: 'POST',
  path: '/invest/accelerate-cancel',
  access: 'money',
  orPasskey: true,
  summary: 'Cancels acceleration of an amount: it leaves the compound pool and is in the wallet at once.',
  input: v.object({ orderId: wholeNumber, amount: typedAmount }),
  wire: { orderId: 'id' },
  output: v.object({
    acceleration,
    /** What came back to the wallet. Less than was asked for where 20 compound orders, the oldest, do not hold it: the rest stays marked, and leaves when one calls again. */
    returned: v.object({ asset: v.string(), amount: exactAmount }),
    /** POWER taken back: the part's share of what was given at the start, as far as it is there. */
    power: exactAmount,
  }),
  failures: [
    'invest.order_missing',
    'invest.order_closed',
    'invest.conditions_not_met',
    'invest.compound_insufficient',
    'invest.pool_settling',
  ],
  // The way out stays open.
  always: true,
  evenWhenStopped: true,
})

/** One's accelerations and what they do. */
export const listAccelerations = contract({
  method: 'GET',
  path: '/invest/accelerations',
  access: 'session',
  summary: "One's accelerations, what compound principal they can still mark, and the speed they give now.",
  input: v.object({}),
  output: v.object({
    /** Running ones first, then those that are over, newest first; at most 100. */
    items: v.array(acceleration),
    /** For each coin with compound principal. */
    principal: v.array(
      v.object({
        coin,
        /** In running compound orders. */
        amount: exactAmount,
        marked: exactAmount,
        /** What can still be marked. */
        left: exactAmount,
      }),
    ),
    /** How a day's release would be sped up now: it is multiplied by 1 + speed. */
    speed: v.object({
      /** min(1, ratio) + step. */
      speed: share,
      /** Accelerated ÷ pending, in USDT value, rounded down. */
      ratio: share,
      /** What version 2.0 adds. */
      step: share,
      /** USDT value of what accelerates now. */
      accelerated: exactAmount,
      /** USDT value of what all own packages still hold. */
      pending: exactAmount,
    }),
    /** The steps of version 2.0: from which ratio on, and what it adds. */
    steps: v.array(v.object({ ratio: share, adds: share })),
    /** Days a mark of version 2.0 runs before its step counts. */
    stepAfterDays: v.number(),
  }),
  failures: [],
})
