import * as v from 'valibot'
import { parseUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { setting } from '#kit/store/settings.ts'

/** PRODUCT.md 8: the part of all POWER that decays each midnight. */
export const powerDecay = setting({
  name: 'power.decay',
  changes: 'between days',
  narrowsWithdrawing: false,
  about: 'Part of all computing power that every midnight takes: 0.002 is 0.2 %.',
  initial: '0.002',
  schema: v.pipe(
    v.string(),
    v.check((text) => (parseUnits(text) ?? unitsPerOne) < unitsPerOne, 'not a part below 1'),
  ),
})
