import * as v from 'valibot'
import { amountFrom, onlyTightened, setting, unitsIn } from '#kit/store/settings.ts'
import { openingsSchema } from '#kit/time/opening.ts'

export const transferOpenings = setting({
  name: 'transfers.openings',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about:
    'Switch and daily window (UTC) of transferring, by coin: {"USDT": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

/** PRODUCT.md part 5: values in USDT. */
export const transferLimits = setting({
  name: 'transfers.limits',
  narrowsWithdrawing: true,
  about: 'In USDT value: the least and the most of one transfer',
  initial: { minimumValue: '1', maximumValue: '10000' },
  // Assumed: the minimum can rise to at most five times its default, and the maximum can fall to no less than a tenth.
  schema: v.object({ minimumValue: amountFrom('0', '5'), maximumValue: amountFrom('1000') }),
  tightens: (before, after) => onlyTightened(before, after, { minimumValue: 'higher', maximumValue: 'lower' }),
})

/** Restricting transfers to the team has no end date, so both directions need two operators. */
export const transferScopes = ['any', 'team'] as const

export const transferScope = setting<(typeof transferScopes)[number]>({
  name: 'transfers.scope',
  narrowsWithdrawing: false,
  about: 'Whom a wallet can pay: "any" wallet, or only its own "team": those below it and those above it',
  initial: 'any',
  schema: v.picklist(transferScopes),
})

/** In units of USDT value. */
export type TransferLimits = {
  readonly minimumValue: bigint
  readonly maximumValue: bigint
}

export const limitsOf = (texts: v.InferOutput<typeof transferLimits.schema>): TransferLimits => unitsIn(texts)
