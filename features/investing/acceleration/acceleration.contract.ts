import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment, typedAmount, wholeAmount, wholeNumber } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'
import { share } from '#products/terms/fields.ts'

const acceleration = named(
  v.object({
    orderId: v.number(),
    productId: v.number(),
    version: v.picklist(['1.0', '2.0']),
    coin,
    /** Marked compound principal. Marking moves no coin. */
    amount: exactAmount,
    /** waiting: begins at `startsAt` · accelerating · paused: more is marked than the principal covers · over. */
    state: v.picklist(['waiting', 'accelerating', 'paused', 'over']),
    startsAt: moment,
    /** Start of the version 2.0 step; null for 1.0. */
    stepFrom: v.nullable(moment),
    overAt: v.nullable(moment),
  }),
  { orderId: 'id' },
)

export const accelerate = contract({
  method: 'POST',
  path: '/invest/accelerate',
  access: 'money',
  orPasskey: true,
  summary: 'Marks part of the wallet’s compound principal to speed up its package releases without moving any coins.',
  input: v.object({
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

/** The amount leaves the compound pool for the wallet immediately. */
export const cancelAcceleration = contract({
  method: 'POST',
  path: '/invest/accelerate-cancel',
  access: 'money',
  orPasskey: true,
  summary:
    'Cancels acceleration for an amount and immediately returns that amount from the compound pool to the wallet.',
  input: v.object({ orderId: wholeNumber, amount: wholeAmount }),
  wire: { orderId: 'id' },
  output: v.object({
    acceleration,
    /** Less than requested if the 20 oldest compound orders hold less. The rest stays marked. */
    returned: v.object({ asset: v.string(), amount: exactAmount }),
    /** POWER taken back: this part's share of the initial grant, up to the balance. */
    power: exactAmount,
  }),
  failures: [
    'invest.order_missing',
    'invest.order_closed',
    'invest.conditions_not_met',
    'invest.compound_insufficient',
    'invest.pool_settling',
  ],
  // Exits are always open.
  always: true,
  evenWhenStopped: true,
})

export const listAccelerations = contract({
  method: 'GET',
  path: '/invest/accelerations',
  access: 'session',
  summary:
    'Lists the wallet’s accelerations, the compound principal still available to mark, and the current release speed.',
  input: v.object({}),
  output: v.object({
    /** At most 100. */
    items: v.array(acceleration),
    principal: v.array(
      v.object({
        coin,
        /** Principal in running compound orders. */
        amount: exactAmount,
        marked: exactAmount,
        left: exactAmount,
      }),
    ),
    /** A day's release is multiplied by 1 + speed. */
    speed: v.object({
      /** min(1, ratio) + step. */
      speed: share,
      /** Accelerated ÷ pending, in USDT value, rounded down. */
      ratio: share,
      step: share,
      /** USDT value. */
      accelerated: exactAmount,
      /** USDT value still in all packages. */
      pending: exactAmount,
    }),
    /** Minimum ratio and bonus in version 2.0. */
    steps: v.array(v.object({ ratio: share, adds: share })),
    /** Days before a version 2.0 mark's step counts. */
    stepAfterDays: v.number(),
  }),
  failures: [],
})
