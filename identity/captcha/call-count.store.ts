import * as v from 'valibot'
import type { Db, Sql } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { setting } from '#kit/store/settings.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import type { CountedCall } from '#kit/wire/contract.ts'
import { createTally, type From, keyOf, type Window, windowsOf } from './call-tally.ts'

export const countRing: RotatingPartitions = { table: 'call_count', widthMs: hourMs, partitions: 4 }

/** Limits per minute and hour. The minimums suffice for a household that shares an address. */
const often = (minute: number, hour: number) =>
  v.object({
    minute: v.pipe(v.number(), v.integer(), v.minValue(minute), v.maxValue(100_000)),
    hour: v.pipe(v.number(), v.integer(), v.minValue(hour), v.maxValue(1_000_000)),
  })

const countedCalls = [
  'creation',
  'restore',
  'sign_in',
  'password',
  'lookup',
  'puzzle',
  'mail',
  'upload',
  'chat',
] as const satisfies readonly CountedCall[]

export const callLimits = setting({
  name: 'calls.limits',
  // Every withdrawal needs some of these calls, so the minimums are far above one holder's use.
  narrowsWithdrawing: true,
  about:
    'How often in a minute and in an hour one address may create, restore, sign in, take and answer puzzles, and one wallet prove its password, look others up, upload pictures, write messages and have e-mail codes sent (all wallets of an address together five times as often, all addresses of a network, an IPv4 /24 or an IPv6 /48, ten times). The demo takes ten times as much.',
  initial: {
    creation: { minute: 5, hour: 20 },
    restore: { minute: 5, hour: 20 },
    sign_in: { minute: 20, hour: 200 },
    password: { minute: 15, hour: 200 },
    lookup: { minute: 20, hour: 200 },
    puzzle: { minute: 30, hour: 300 },
    mail: { minute: 2, hour: 6 },
    upload: { minute: 12, hour: 52 },
    chat: { minute: 20, hour: 200 },
  },
  schema: v.object({
    creation: often(1, 5),
    restore: often(2, 10),
    sign_in: often(5, 50),
    password: often(5, 50),
    lookup: often(5, 50),
    puzzle: often(10, 100),
    mail: often(1, 5),
    upload: often(1, 9),
    chat: often(5, 30),
  }),
  tightens: (before, after) =>
    countedCalls.every((name) => after[name].minute <= before[name].minute && after[name].hour <= before[name].hour),
})

/** Cache time of the setting. */
const readEveryMs = 5_000

export async function callsOfNetwork(sql: Sql, name: CountedCall, from: From, wall: Date): Promise<number> {
  const window = windowsOf(name, from, wall).find(
    ({ caller, span }) => caller.startsWith('n:') && span === hourMs / 1000,
  )
  if (!window) return 0
  const [row] = await sql.query<{ times: number }>(
    'SELECT times FROM call_count WHERE part = $1 AND name = $2 AND caller = $3 AND span = $4 AND since = $5',
    [partitionAt(countRing, window.since), name, window.caller, window.span, window.since],
  )
  return row?.times ?? 0
}

export type Counter = {
  /** Seconds until the next allowed call, by this process's count, without a query; 0 if allowed. */
  closedFor(name: CountedCall, from: From, wall: Date): number
  count(name: CountedCall, from: From, wall: Date): Promise<number>
}

/** Each process checks its own count first, so a flood causes no more queries than the limit. */
export function createCounter(db: Db, times: number): Counter {
  const tally = createTally()
  const [addSigned, addOpen] = [createAdder(db), createAdder(db)]
  let limits = callLimits.initial
  let readAtMs = Number.NEGATIVE_INFINITY

  async function readLimits(wall: Date): Promise<void> {
    if (Math.abs(wall.getTime() - readAtMs) < readEveryMs) return
    readAtMs = wall.getTime()
    limits = await readSetting(db, callLimits)
  }

  return {
    closedFor: (name, from, wall) => tally.closedFor(windowsOf(name, from, wall), wall),
    async count(name, from, wall) {
      const windows = windowsOf(name, from, wall)
      const seconds = tally.closedFor(windows, wall)
      if (seconds > 0) return seconds
      await readLimits(wall)
      const { minute, hour } = limits[name]
      const most = ({ share, span }: Window) => (span === minuteMs / 1000 ? minute : hour) * times * share
      // No await between check and count, so concurrent calls cannot exceed the limit.
      const left = tally.take(windows, most, wall)
      if (left > 0) return left
      return tally.learn(windows, await (from.wallet ? addSigned : addOpen)(windows), wall)
    },
  }
}

type Waiting = {
  readonly windows: readonly Window[]
  readonly done: (times: number[]) => void
  readonly failed: (error: unknown) => void
}
/** Maximum calls per statement, so that none runs long. */
const togetherMax = 25

/** Calls that arrive during a statement form the next batch. */
function createAdder(db: Db) {
  const waiting: Waiting[] = []
  let adding = false

  async function addAll(): Promise<void> {
    adding = true
    while (waiting.length > 0) {
      const calls = waiting.splice(0, togetherMax)
      try {
        const totals = await add(
          db,
          calls.flatMap(({ windows }) => windows),
        )
        // The last call of a window gets the total, the call before it one less.
        const places = calls
          .toReversed()
          .map(({ windows }) => windows.map((window) => takeLast(totals, momentOf(window))))
        for (const [at, { done }] of calls.toReversed().entries()) done(places[at] ?? [])
      } catch (error) {
        for (const { failed } of calls) failed(error)
      }
    }
    adding = false
  }

  return (windows: readonly Window[]): Promise<number[]> =>
    new Promise((done, failed) => {
      waiting.push({ windows, done, failed })
      if (!adding) void addAll()
    })
}

const momentOf = (window: Omit<Window, 'share'>): string => `${keyOf(window)} ${window.since.getTime()}`

function takeLast(totals: Map<string, number>, moment: string): number {
  const nth = totals.get(moment) ?? 0
  totals.set(moment, nth - 1)
  return nth
}

/** Fixed row order prevents deadlocks between processes. */
async function add(db: Db, windows: readonly Window[]): Promise<Map<string, number>> {
  const rows = await db.query<Omit<Window, 'share'> & { times: number }>(
    `INSERT INTO call_count AS kept (part, name, caller, span, since, times)
     SELECT part, name, caller, span, since, count(*)::int
     FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::timestamptz[]) AS given (part, name, caller, span, since)
     GROUP BY part, name, caller, span, since ORDER BY name, caller, span, since
     ON CONFLICT (part, name, caller, span, since) DO UPDATE SET times = kept.times + excluded.times
     RETURNING name, caller, span, since, times`,
    [
      windows.map(({ since }) => partitionAt(countRing, since)),
      windows.map(({ name }) => name),
      windows.map(({ caller }) => caller),
      windows.map(({ span }) => span),
      windows.map(({ since }) => since.toISOString()),
    ],
  )
  return new Map(rows.map((row) => [momentOf(row), row.times]))
}
