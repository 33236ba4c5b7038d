import * as v from 'valibot'
import { amountFrom, onlyTightened, setting, unitsIn } from '#kit/store/settings.ts'
import { openingsSchema } from '#kit/time/opening.ts'

export const exchangeOpenings = setting({
  name: 'exchange.openings',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about:
    'Switch and daily window (UTC) of exchanging, by pair: {"USDT-WLD": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

/** PRODUCT.md part 5: values in USDT, the impact as a share. */
export const exchangeLimits = setting({
  name: 'exchange.limits',
  narrowsWithdrawing: true,
  about:
    'One trade: least and most in USDT value, the largest price impact as a share, and above what value it waits after a security change',
  initial: { minimumValue: '5', maximumValue: '10000', impactMax: '0.05', heldAboveValue: '100' },
  // Assumed: the minimum is at most five times its initial value; each other limit is at least a tenth of its initial value.
  schema: v.object({
    minimumValue: amountFrom('0', '25'),
    maximumValue: amountFrom('1000'),
    impactMax: amountFrom('0.005'),
    heldAboveValue: amountFrom('10'),
  }),
  tightens: (before, after) =>
    onlyTightened(before, after, {
      minimumValue: 'higher',
      maximumValue: 'lower',
      impactMax: 'lower',
      heldAboveValue: 'lower',
    }),
})

/** USDT value in units; share in 10⁻⁸. */
export type ExchangeLimits = {
  readonly minimumValue: bigint
  readonly maximumValue: bigint
  readonly impactMax: bigint
  readonly heldAboveValue: bigint
}

export const limitsOf = (texts: v.InferOutput<typeof exchangeLimits.schema>): ExchangeLimits => unitsIn(texts)
