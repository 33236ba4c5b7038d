import { multiply, rateOf } from '#kit/amount.ts'
import { assetNumber } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import { available, issued, poolFree } from '#ledger/chart.ts'
import { type ChunkDone, type ChunkOf, type DayStep, endOf, stepKey } from '#ledger/days/day-step.ts'
import { spanOf } from '#ledger/days/days.store.ts'
import { fullWeightOf, fullWeights } from '#ledger/days/pot-settings.ts'
import { shareOf } from '#ledger/days/pot-share.ts'
import { addPotPayments, addPotWeights, loadPots } from '#ledger/days/pots.store.ts'
import type { Posting } from '#ledger/entry.ts'
import { postMany } from '#ledger/ledger.store.ts'
import { powerDecay } from './power-settings.ts'

/** Record codes (spec point 3): what the pool pays is a coin's, what decay takes is POWER's. */
export const powerCodes = { paid: 26, decay: 16, compensationPaid: 27, compensationGiven: 17 } as const

/** A wallet's POWER: what it had at the cut, and what it has now. */
type Holding = { readonly account: string; readonly walletId: WalletId; readonly atCut: bigint; readonly now: bigint }

/** The next wallets with POWER, in the order of their accounts. What happened after the day is taken back. */
async function loadHoldings(sql: Sql, day: Day, { after, limit }: ChunkOf): Promise<Holding[]> {
  const { cut, until } = await spanOf(sql, day)
  const since = (side: 'debit' | 'credit') =>
    `(SELECT coalesce(sum(amount), 0) FROM posting WHERE lane = 0 AND ${side} = a.id AND id > $3 AND happened_at >= $4)`
  const rows = await sql.query<{ id: bigint; walletId: WalletId; balance: bigint; atCut: string }>(
    `SELECT a.id, a.holder AS "walletId", a.balance, (a.balance + ${since('debit')} - ${since('credit')})::text AS "atCut"
     FROM account a WHERE a.lane = 0 AND a.asset = ${assetNumber('POWER')} AND a.purpose = 'available' AND a.id > $1
     ORDER BY a.id LIMIT $2`,
    [after || '0', limit, cut, until],
  )
  return rows.map(({ id, walletId, balance, atCut }) => ({
    account: String(id),
    walletId,
    atCut: BigInt(atCut),
    now: balance,
  }))
}

const powerStep = (name: string, work: (tx: Tx, day: Day, holdings: readonly Holding[]) => Promise<void>): DayStep => ({
  name,
  parts: [''],
  when: 'midnight',
  chunk: async (tx, chunk): Promise<ChunkDone> => {
    const holdings = await loadHoldings(tx, chunk.day, chunk)
    const some = holdings.filter(({ atCut }) => atCut > 0n)
    if (some.length > 0) await work(tx, chunk.day, some)
    const last = holdings.at(-1)?.account ?? chunk.after
    return { last, done: holdings.length, finished: holdings.length < chunk.limit }
  },
})

/** First pass: all POWER there was at the cut. */
const weigh = powerStep('power_weigh', async (tx, day, holdings) => {
  const sum = holdings.reduce((total, { atCut }) => total + atCut, 0n)
  await addPotWeights(tx, day, 'compute', new Map([['compute', sum]]))
})

/** What one wallet gets or loses, as an entry of its own. */
const postEach = (tx: Tx, step: string, day: Day, of: readonly { walletId: WalletId; posting: Posting }[]) =>
  postMany(
    tx,
    of
      .filter(({ posting }) => posting.units > 0n)
      .map(({ walletId, posting }) => ({
        key: stepKey(step, day, walletId),
        at: endOf(day),
        ref: 'pool:compute',
        postings: [posting],
      })),
  )

/** Second pass: the day's pot in ATMC by POWER, scaled while all POWER is less than its full weight. */
const pay = powerStep('power_pay', async (tx, day, holdings) => {
  const [pot] = await loadPots(tx, day, 'compute')
  if (!pot) return
  const full = fullWeightOf('compute', await readSetting(tx, fullWeights))
  let left = pot.units - pot.paid
  const paid = holdings.map(({ walletId, atCut }) => {
    let units = shareOf(pot, atCut, full)
    if (units > left) units = left
    left -= units
    const posting = {
      from: poolFree('compute'),
      to: available(walletId),
      asset: pot.asset,
      units,
      code: powerCodes.paid,
    }
    return { walletId, posting }
  })
  await postEach(tx, 'power_pay', day, paid)
  await addPotPayments(tx, day, 'compute', [{ ...pot, units: pot.units - pot.paid - left }])
})

/** A part of the POWER at the cut goes, rounded down, never more than is there. */
const decay = powerStep('power_decay', async (tx, day, holdings) => {
  const rate = rateOf(await readSetting(tx, powerDecay))
  const taken = holdings.map(({ walletId, atCut, now }) => {
    let units = multiply(atCut, rate, 'down')
    if (units > now) units = now
    const posting: Posting = {
      from: available(walletId),
      to: issued,
      asset: 'POWER',
      units,
      code: powerCodes.decay,
    }
    return { walletId, posting }
  })
  await postEach(tx, 'power_decay', day, taken)
})

/** What a midnight does to computing power: the compute pool pays, then decay takes. Both go by what was there at the cut. */
export const powerSteps: readonly DayStep[] = [weigh, pay, decay]
