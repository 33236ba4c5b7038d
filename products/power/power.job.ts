import { type ChunkDone, type ChunkOf, type DayStep, endOf, stepKey, wholeStep } from '#days/day-step.ts'
import { spanOf } from '#days/days.store.ts'
import { greater, rateOf } from '#kit/amount/amount.ts'
import { type Asset, assetNumber } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { Day } from '#kit/time/clock.ts'
import { issued, poolFree } from '#ledger/posting/chart.ts'
import { type FoundAnswer, type FoundEntries, postFound } from '#ledger/posting/found.store.ts'
import { fullWeightOf, fullWeights } from '../pots/pot-settings.ts'
import { addPotPayments, addPotWeights, loadPots } from '../pots/pots.store.ts'
import { powerDecay } from './power-settings.ts'

/** Record codes (spec point 3). */
export const powerCodes = { paid: 26, decay: 16, compensationPaid: 27, compensationGiven: 17 } as const

const power = assetNumber('POWER')
/** Sum of an account's movements since time $3 and after posting $4. */
const since = (side: 'debit' | 'credit') =>
  `(SELECT coalesce(sum(amount), 0) FROM record WHERE ${side} = a.id AND id > $4 AND happened_at >= $3)`
/** Balance at the cutoff. */
const atCut = `a.balance + ${since('debit')} - ${since('credit')}`
const holdings = `SELECT a.id, a.holder, a.balance, ${atCut} AS at_cut FROM balance a
  WHERE a.asset = ${power} AND a.purpose = 'available' AND a.id > $1 ORDER BY a.id LIMIT $2`
const holdingParams = async (sql: Sql, { day, after, limit }: ChunkOf) => {
  const { cut, until } = await spanOf(sql, day)
  return [after || '0', limit, until, cut]
}

/** Only wallets hold POWER, so the total weight is POWER issued minus taken back. */
const weigh = wholeStep('power_weigh', 'midnight', async (tx, day) => {
  const { cut, until } = await spanOf(tx, day)
  const [row] = await tx.query<{ units: string }>(
    `SELECT coalesce(-sum(${atCut}), 0)::text AS units FROM balance a WHERE a.asset = $2 AND a.owner = $1`,
    [issued.owner, power, until, cut],
  )
  await addPotWeights(tx, day, 'compute', new Map([['compute', BigInt(row?.units ?? '0')]]))
  return 1
})

type Found = Pick<FoundEntries, 'side' | 'code'> & {
  readonly asset: Asset
  readonly units: string
  readonly values: readonly unknown[]
}

/** `found` returns an SQL expression for the units of each holding `h`. Its values start at $7. */
const powerStep = (
  name: string,
  found: (tx: Tx, day: Day) => Promise<Found | undefined>,
  posted?: Posted,
): DayStep => ({
  name,
  parts: [''],
  when: 'midnight',
  // Parallel, because no step changes the holdings at the cutoff.
  beside: true,
  chunk: async (tx, chunk): Promise<ChunkDone> => {
    const { day, after, limit } = chunk
    const each = await found(tx, day)
    if (!each) return { last: after, done: 0, finished: true }
    const { units, values, asset, side, code } = each
    const answer = await postFound(tx, {
      side,
      code,
      at: endOf(day),
      text: `SELECT h.id AS place, '' AS part, $5::text || h.holder AS key, $6::text AS ref, h.holder AS wallet, ${assetNumber(asset)}::int2 AS asset, (${units})::int8 AS units FROM (${holdings}) h`,
      params: [...(await holdingParams(tx, chunk)), stepKey(name, day, ''), 'pool:compute', ...values],
    })
    await posted?.(tx, day, answer)
    return { last: String(answer.last ?? after), done: answer.done, finished: answer.done < limit }
  },
})
type Posted = (tx: Tx, day: Day, answer: FoundAnswer) => Promise<void>

const pay = powerStep(
  'power_pay',
  async (tx, day) => {
    const [pot] = await loadPots(tx, day, 'compute')
    if (!pot) return undefined
    const full = fullWeightOf('compute', await readSetting(tx, fullWeights))
    const divisor = greater(pot.weight, full)
    if (divisor === 0n) return undefined
    return {
      side: { from: poolFree('compute') },
      asset: pot.asset,
      code: powerCodes.paid,
      units: 'div($7::numeric * greatest(h.at_cut, 0), $8::numeric)',
      values: [pot.units.toString(), divisor.toString()],
    }
  },
  async (tx, day, { sums }) => {
    await addPotPayments(
      tx,
      day,
      'compute',
      sums.map(({ asset, units }) => ({ pot: 'compute', asset, units })),
    )
  },
)

/** Takes back POWER, rounded down, at most the current balance. */
const decay = powerStep('power_decay', async (tx) => {
  const { numerator, denominator } = rateOf(await readSetting(tx, powerDecay))
  return {
    side: { to: issued },
    asset: 'POWER',
    code: powerCodes.decay,
    units: 'least(div(greatest(h.at_cut, 0) * $7::numeric, $8::numeric), h.balance)',
    values: [numerator.toString(), denominator.toString()],
  }
})

/** Runs before the midnight's postings, so few movements must be reversed. */
export const powerWeighSteps: readonly DayStep[] = [weigh]
export const powerSteps: readonly DayStep[] = [pay, decay]
