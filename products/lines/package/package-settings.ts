import * as v from 'valibot'
import { parseUnits } from '#kit/amount/amount.ts'
import { amountText, setting, unitsIn } from '#kit/store/settings.ts'

const floor = 10n * 100_000_000n
const cap = v.pipe(
  amountText,
  v.check((text) => (parseUnits(text) ?? 0n) >= floor, 'less than the smallest package, 10 USDT'),
)

/** The database reads the same row (products/schema/2-orders.rules.sql). */
export const packageCaps = setting({
  name: 'packages.caps',
  about: 'Packages sold a day (UTC) at most, in USDT paid: all together, and to one wallet.',
  narrowsWithdrawing: false,
  initial: { dayValue: '5000', walletValue: '2000' },
  schema: v.pipe(
    v.object({ dayValue: cap, walletValue: cap }),
    v.check(
      ({ dayValue, walletValue }) => (parseUnits(walletValue) ?? 0n) <= (parseUnits(dayValue) ?? 0n),
      'one wallet would buy more than all together',
    ),
  ),
})

/** In USDT units. */
export const capsOf = (texts: v.InferOutput<typeof packageCaps.schema>) => unitsIn(texts)
