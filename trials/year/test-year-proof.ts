import { endOf } from '#days/day-step.ts'
import { assetOf, coins, isCoin } from '#kit/assets.ts'
import { addDays, type Day } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { loadProofDays } from '#proofs/days/proofs.store.ts'
import { className } from '#proofs/flows/flows.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { partOf } from '#proofs/tree/parts.ts'
import type { YearWorld } from './test-year-world.ts'

/** Sums of all postings up to one, by what the accounts are to the proof and the coin. */
type Sums = { upTo: bigint; day: Day | undefined; readonly units: Map<string, bigint> }
const sumsOf = new WeakMap<Db, Sums>()

/** What a holder's shares of markets are and what is left of markets are one account of the books. */
const nameOf = (accountClass: string): string | undefined => {
  const part = partOf(accountClass)
  if (part.is === 'points') return undefined
  return part.is === 'owed' ? part.kind : part.is === 'own' ? part.own : part.place
}

/** Adds up every posting since the last time, one by one: no balance that anybody keeps is read. */
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

/** What a statement says, by the same names; coins on chains and at venues are the other side of the books. */
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
 * Makes the proofs of all days that are over, and holds each against the books: the statement has, kind by kind and coin by coin, what all
 * postings up to its cut add up to; made again it is the same, and the sums of its day lead to it from the one before.
 * @returns how many days were held against them
 */
export async function checkProofs({ db, faults }: YearWorld, until: Day): Promise<number> {
  await keepPowerDays(db).catch((error: Error) => faults.push(`${until} ${error.message}`))
  // A proof that is not what the books owe is not made.
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
