import { endOf } from '#days/day-step.ts'
import { assetOf, coins, isCoin } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { loadProofDays } from '#proofs/days/proofs.store.ts'
import { className } from '#proofs/flows/flows.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { partOf } from '#proofs/tree/parts.ts'
import type { YearWorld } from './test-year-world.ts'

/** Sums of postings up to an ID, by proof category and coin. */
type Sums = { upTo: bigint; day: Day | undefined; readonly units: Map<string, bigint> }
const sumsOf = new WeakMap<Db, Sums>()

/** Proof category. The ledger keeps holders' market shares and other market coins in one account. */
const nameOf = (accountClass: string): string | undefined => {
  const part = partOf(accountClass)
  if (part.is === 'points') return undefined
  return part.is === 'owed' ? part.kind : part.is === 'own' ? part.own : part.place
}

/** Adds all postings since the last call. Reads no stored balances. */
async function addPostings(db: Db, sums: Sums, cut: bigint): Promise<void> {
  const rows = await db.query<{ from: number; to: number; asset: number; units: string }>(
    `SELECT d.class AS from, c.class AS to, p.asset, sum(p.amount)::text AS units FROM record p
     JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE p.id > $1 AND p.id <= $2 GROUP BY 1, 2, 3`,
    [sums.upTo, cut],
  )
  for (const { from, to, asset, units } of rows) {
    const coin = assetOf(asset)
    if (!isCoin(coin)) continue
    const add = (accountClass: string, moved: bigint) => {
      const key = `${nameOf(accountClass)} ${coin}`
      sums.units.set(key, (sums.units.get(key) ?? 0n) + moved)
    }
    add(className(from), -BigInt(units))
    add(className(to), BigInt(units))
  }
  sums.upTo = cut
}

function saidOf({ assets, kinds, own, booked }: Statement): Map<string, bigint> {
  const said = new Map<string, bigint>()
  const add = (name: string, amounts: readonly string[], sign: bigint) => {
    for (const [place, amount] of amounts.entries()) {
      const key = `${name} ${assets[place]}`
      said.set(key, (said.get(key) ?? 0n) + sign * BigInt(amount))
    }
  }
  for (const [kind, amounts] of Object.entries(kinds)) add(kind === 'share' ? 'market' : kind, amounts, 1n)
  for (const [name, amounts] of Object.entries(own)) add(name, amounts, 1n)
  for (const [place, amounts] of Object.entries(booked)) add(place, amounts, -1n)
  return said
}

/**
 * Builds proofs for completed days and compares each with the postings up to its cutoff, by category and coin. Rebuilding gives the same
 * proof, and the day's sums connect it to the previous one. @returns number of days compared
 */
export async function checkProofs({ db, faults }: YearWorld, until: Day): Promise<number> {
  await keepPowerDays(db).catch((error: Error) => faults.push(`${until} ${error.message}`))
  // Building an incorrect proof must fail.
  await buildProofs(db, endOf(until)).catch((error: Error) => faults.push(`${until} ${error.message}`))
  const sums = sumsOf.get(db) ?? { upTo: 0n, day: undefined, units: new Map() }
  sumsOf.set(db, sums)
  const from = sums.day ? addDays(sums.day, 1) : ('2020-01-01' as Day)
  const days = await loadProofDays(db, from, until)
  for (const { day, cut, text } of days) {
    await addPostings(db, sums, cut)
    sums.day = day
    const said = saidOf(JSON.parse(text))
    for (const key of new Set([...said.keys(), ...sums.units.keys()])) {
      const [is, ought] = [said.get(key) ?? 0n, sums.units.get(key) ?? 0n]
      if (is !== ought) faults.push(`${day} the proof says ${is} of ${key}, the postings ${ought}`)
    }
    if (coins.some((coin) => !said.has(`available ${coin}`))) faults.push(`${day} the proof leaves a coin out`)
  }
  const { problems } = days.length > 0 ? await findProofProblems(db, days[0]?.day ?? until, until) : { problems: [] }
  for (const problem of problems) faults.push(`${until} ${problem}`)
  return days.length
}
