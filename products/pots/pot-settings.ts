import * as v from 'valibot'
import { parseUnits } from '#kit/amount/amount.ts'
import { amountText, setting } from '#kit/store/settings.ts'
import type { PoolId } from '#ledger/posting/lines.ts'
import { productLines } from '../registry.ts'

/** A fraction: 0.5 is half. */
const part = v.pipe(
  v.string(),
  v.check((text) => (parseUnits(text) ?? 2n * one) <= one, 'not a part of 1'),
)
const one = 100_000_000n

const fullWeight = v.pipe(
  amountText,
  v.check((text) => (parseUnits(text) ?? 0n) > 0n, 'a full weight is above 0'),
)

const initialWeights: readonly (readonly [PoolId, string])[] = [
  ...productLines.flatMap((line) => (line.pool?.fullWeight ? [[line.id, line.pool.fullWeight] as const] : [])),
  ['compute', '100000'],
]

/** Below this total weight a pot is scaled down, so that the first holder cannot take all of it. */
export const fullWeights = setting({
  name: 'settlement.full_weights',
  changes: 'between days',
  narrowsWithdrawing: false,
  about:
    'Weight at which a pool pays its whole pot of the day: POWER for the compute pool, and what orders of a line weigh for its own.',
  initial: Object.fromEntries(initialWeights),
  // Older settings lack the weights of newer lines.
  schema: v.object(Object.fromEntries(initialWeights.map(([pool, weight]) => [pool, v.optional(fullWeight, weight)]))),
})

/** In units of 10⁻⁸; 0 if the pool has none. */
export function fullWeightOf(pool: PoolId, full: v.InferOutput<typeof fullWeights.schema>): bigint {
  return parseUnits(full[pool] ?? '0') ?? 0n
}

export const feeParts = setting({
  name: 'settlement.fee_parts',
  changes: 'between weeks',
  narrowsWithdrawing: false,
  about:
    'Parts of the exchange fees of a day: liquidity of what each pair took; compound, node, referral and compute of what that leaves.',
  initial: { liquidity: '0.5', compound: '0.4', node: '0.2', referral: '0.1', compute: '0.1' },
  schema: v.pipe(
    v.object({ liquidity: part, compound: part, node: part, referral: part, compute: part }),
    v.check(
      ({ compound, node, referral, compute }) => sum([compound, node, referral, compute]) <= one,
      'the parts are more than the whole',
    ),
    // PRODUCT.md 1.4: rewards, including a quarter of the node part (record code 40), are at most 30 % of fee income. OTC fees have no
    // liquidity part, so the limit ignores it. Computed in quarters, to be exact.
    v.check(
      ({ referral, node }) => 10n * (4n * sum([referral]) + sum([node])) <= 12n * one,
      'referral and a quarter of node are more than 0.3',
    ),
  ),
})
export type FeeParts = v.InferOutput<typeof feeParts.schema>

const sum = (parts: readonly string[]): bigint => parts.reduce((total, text) => total + (parseUnits(text) ?? 0n), 0n)
