import { createHash } from 'node:crypto'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import { addMs, type Clock, dayMs } from '#kit/time/clock.ts'
import { publicNetworks } from '#outside/chains/network.store.ts'
import { findProofProblems } from '../days/check.server.ts'
import type { Statement } from '../tree/format.ts'
import { keepReserveCheck, keptParts, newestOwed, newestReserveCheck } from './reserves.store.ts'
import { hotText, type ReserveStatement, reserveText } from './reserves.ts'
import { keepCheck, keepTroubles, proofState, type Trouble, uncheckedDay } from './trouble.store.ts'

/** Sales stop after a proof fails this long. */
const patienceMs = dayMs

export type JudgeContext = {
  readonly db: Db
  readonly clock: Clock
  /** Real time, so that moving the business clock makes no proof late. */
  readonly now: () => Date
}

/** Waits until every connected chain has been read. @returns whether there is a new reserve statement */
export async function makeReserveCheck({ db, now }: Pick<JudgeContext, 'db' | 'now'>): Promise<boolean> {
  const owed = await newestOwed(db)
  const connected = (await publicNetworks(db)).map(({ chain }) => chain)
  if (!owed || connected.length === 0) return false
  const parts = (await keptParts(db)).filter(({ chain, day }) => connected.includes(chain) && day === owed.day)
  if (parts.length < connected.length) return false
  const last = await newestReserveCheck(db)
  const isNewer = parts.every(({ readAt }) => last !== undefined && readAt > last.madeAt)
  if (last?.day === owed.day && (last.short.length === 0 || !isNewer)) return false
  const statement = JSON.parse(owed.text) as Statement
  const made = now()
  const { text, short } = reserveText({ statement, digest: owed.hash, chains: parts.map(({ part }) => part), made })
  const hot = hotText(JSON.parse(text) as ReserveStatement, createHash('sha256').update(text).digest('hex'))
  await keepReserveCheck(db, { day: owed.day, text, hot, short, madeAt: made })
  return true
}

/** Runs once a day. */
export async function checkNewest({ db, now }: Pick<JudgeContext, 'db' | 'now'>): Promise<void> {
  const day = await uncheckedDay(db, addMs(now(), -dayMs))
  if (!day) return
  const { problems } = await findProofProblems(db, day, day)
  await keepCheck(db, day, problems, now())
}

/**
 * Stops sales of a coin immediately if chains hold less than owed, and sales of all coins after a proof fails for a day. Sales resume
 * automatically. Idempotent.
 */
export const judgeProofs = async ({ db, clock, now }: JudgeContext): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await keepTroubles(tx, await troublesNow(tx), now())
    const look = await newestReserveCheck(tx)
    const failed = found.filter(({ since }) => now().getTime() - since.getTime() > patienceMs)
    const stops: SaleStops = {
      ...Object.fromEntries(failed.length > 0 ? coins.map((coin) => [coin, 'proof']) : []),
      ...Object.fromEntries((look?.short ?? []).map((coin) => [coin, 'reserves'])),
    }
    const before = await readSetting(tx, saleStops)
    if (textOf(before) === textOf(stops)) return
    const reason = reasonOf(failed, look?.short ?? [])
    await changeSetting(tx, saleStops, { value: stops, reason, at: clock.now() })
  })

const textOf = (stops: SaleStops): string => coins.map((coin) => `${coin} ${stops[coin] ?? ''}`).join(',')

/** Published, so it omits ledger details that could identify an account. */
function reasonOf(failed: readonly Trouble[], short: readonly string[]): string {
  const said = [
    ...(short.length > 0 ? [`less ${short.join(', ')} on chains than is owed`] : []),
    ...failed.map(({ kind, detail }) => (kind === 'broken' ? 'a proof is not what the books say' : detail)),
  ]
  return said.length > 0 ? said.join('; ') : 'what is owed is proven and covered again'
}

async function troublesNow(tx: Tx | Sql): Promise<readonly Pick<Trouble, 'kind' | 'detail'>[]> {
  const { unproven, signed, looked, problems } = await proofState(tx)
  const connected = (await publicNetworks(tx)).length > 0
  return [
    ...(unproven ? [{ kind: 'unproven' as const, detail: `what was owed on ${unproven} is not proven` }] : []),
    ...(problems.length > 0 ? [{ kind: 'broken' as const, detail: problems.join('; ') }] : []),
    ...(connected && signed && (looked === null || looked < signed)
      ? [{ kind: 'unread' as const, detail: `chains were not compared with what was owed on ${signed}` }]
      : []),
  ]
}
