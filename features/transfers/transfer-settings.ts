import * as v from 'valibot'
import { parseUnits } from '#kit/amount.ts'
import { openingsSchema } from '#kit/opening.ts'
import { amountText, onlyTightened, setting, unitsIn } from '#kit/settings.ts'

/** Switch and window by coin. */
export const transferOpenings = setting({
  name: 'transfers.openings',
  narrowsWithdrawing: false,
  about:
    'Switch and daily window (UTC) of transferring, by coin: {"USDT": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

/** PRODUCT.md part 5: values in USDT. */
export const transferLimits = setting({
  name: 'transfers.limits',
  narrowsWithdrawing: false,
  about: 'In USDT value: the least and the most of one transfer',
  initial: { minimumValue: '1', maximumValue: '10000' },
  schema: v.pipe(
    v.object({ minimumValue: amountText, maximumValue: amountText }),
    v.check(
      ({ minimumValue, maximumValue }) => (parseUnits(minimumValue) ?? 0n) <= (parseUnits(maximumValue) ?? 0n),
      'the least is more than the most',
    ),
  ),
  tightens: (before, after) => onlyTightened(before, after, { minimumValue: 'higher', maximumValue: 'lower' }),
})

/** Whom one can pay. */
export const transferScopes = ['any', 'team'] as const

export const transferScope = setting<(typeof transferScopes)[number]>({
  name: 'transfers.scope',
  narrowsWithdrawing: false,
  about: 'Whom a wallet can pay: "any" wallet, or only its own "team": those below it and those above it',
  initial: 'any',
  schema: v.picklist(transferScopes),
  tightens: (_before, after) => after === 'team',
})

/** Limits in units of USDT value. */
export type TransferLimits = {
  readonly minimumValue: bigint
  readonly maximumValue: bigint
}

/** The limits as numbers. */
export const limitsOf = (texts: v.InferOutput<typeof transferLimits.schema>): TransferLimits => unitsIn(texts)
