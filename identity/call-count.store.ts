import * as v from 'valibot'
import { hourMs, minuteMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { partitionAt, type Ring } from '#kit/ring.ts'
import { readSetting } from '#kit/settings.store.ts'
import { setting } from '#kit/settings.ts'
import type { CountedCall } from '#kit/wire/contract.ts'

/** Counts of calls, a partition for each hour. */
export const countRing: Ring = { table: 'call_count', widthMs: hourMs, partitions: 4 }

/** So often in a minute and in an hour. The floors leave room for a household behind one address. */
const often = (minute: number, hour: number) =>
  v.object({
    minute: v.pipe(v.number(), v.integer(), v.minValue(minute), v.maxValue(100_000)),
    hour: v.pipe(v.number(), v.integer(), v.minValue(hour), v.maxValue(1_000_000)),
  })

const countedCalls = ['creation', 'restore', 'sign_in', 'password', 'lookup'] as const satisfies readonly CountedCall[]

/** How often one caller may make the calls that are counted. */
export const callLimits = setting({
  name: 'calls.limits',
  // Signing in, restoring and the password come before every withdrawal: their floors stay far above what one holder does.
  narrowsWithdrawing: true,
  about:
    'How often in a minute and in an hour one address may create, restore and sign in, and one wallet prove its password and look others up (all wallets of an address together five times as often). The demo takes ten times as much.',
  initial: {
    creation: { minute: 5, hour: 20 },
    restore: { minute: 5, hour: 20 },
    sign_in: { minute: 20, hour: 200 },
    password: { minute: 15, hour: 200 },
    lookup: { minute: 20, hour: 200 },
  },
  schema: v.object({
    creation: often(1, 5),
    restore: often(2, 10),
    sign_in: often(5, 50),
    password: often(5, 50),
    lookup: often(5, 50),
  }),
  tightens: (before, after) =>
    countedCalls.every((name) => after[name].minute <= before[name].minute && after[name].hour <= before[name].hour),
})

/** Several wallets share an address. */
const walletsOfAddress = 5
/** How long the setting is gone by once it was read. */
const readEveryMs = 5_000
/** Callers remembered to be beyond a limit; those longest there are forgotten first, and counted again. */
const closedMax = 50_000

export type Counter = {
  /** Seconds until an address that is known to be beyond a limit may make the call again; 0 for others. Asks nobody. */
  closedFor(name: CountedCall, address: string, wall: Date): number
  /** Counts a call of an address, and of a wallet where there is one. @returns 0, or the seconds until it may be made again. */
  count(name: CountedCall, caller: { address: string; wallet?: string | undefined }, wall: Date): Promise<number>
}

/**
 * Counts calls in the database, so that several processes count together. Who is beyond a limit is remembered here until its window ends,
 * so a flood costs the database no more than the limit allows.
 */
export function createCounter(db: Db, times: number): Counter {
  const closed = new Map<string, number>()
  let limits = callLimits.initial
  let readAtMs = Number.NEGATIVE_INFINITY

  async function readLimits(wall: Date): Promise<void> {
    if (Math.abs(wall.getTime() - readAtMs) < readEveryMs) return
    readAtMs = wall.getTime()
    limits = await readSetting(db, callLimits)
  }

  function close(who: string, untilMs: number): void {
    closed.set(who, Math.max(untilMs, closed.get(who) ?? 0))
    const oldest = closed.size > closedMax ? closed.keys().next().value : undefined
    if (oldest !== undefined) closed.delete(oldest)
  }

  const closedFor: Counter['closedFor'] = (name, address, wall) => {
    const untilMs = closed.get(`${name} a:${address}`) ?? 0
    return untilMs > wall.getTime() ? Math.ceil((untilMs - wall.getTime()) / 1000) : 0
  }

  return {
    closedFor,
    async count(name, { address, wallet }, wall) {
      const now = wall.getTime()
      const callers = [`a:${address}`, ...(wallet ? [`w:${wallet}`] : [])]
      const left = (): number => {
        const untilMs = Math.max(...callers.map((caller) => closed.get(`${name} ${caller}`) ?? 0))
        return untilMs > now ? Math.ceil((untilMs - now) / 1000) : 0
      }
      const seconds = left()
      if (seconds > 0) return seconds
      await readLimits(wall)
      const { minute, hour } = limits[name]
      for (const row of await add(db, name, callers, wall)) {
        const share = wallet && row.caller.startsWith('a:') ? walletsOfAddress : 1
        const most = (row.span === minuteMs / 1000 ? minute : hour) * times * share
        if (row.times > most) close(`${name} ${row.caller}`, row.since.getTime() + row.span * 1000)
      }
      return left()
    },
  }
}

type Counted = { caller: string; span: number; since: Date; times: number }

/** Adds one for each caller to the minute and the hour, always in the same order, so that two at once wait and never lock each other. */
function add(db: Db, name: CountedCall, callers: readonly string[], wall: Date): Promise<Counted[]> {
  const windows = [minuteMs, hourMs].flatMap((spanMs) => {
    const since = new Date(Math.floor(wall.getTime() / spanMs) * spanMs)
    return callers.toSorted().map((caller) => ({ caller, span: spanMs / 1000, since: since.toISOString() }))
  })
  return db.query<Counted>(
    `INSERT INTO call_count AS kept (part, name, caller, span, since, times)
     SELECT $1, $2, caller, span, since, 1 FROM unnest($3::text[], $4::int[], $5::timestamptz[]) AS given (caller, span, since)
     ORDER BY caller, span
     ON CONFLICT (part, name, caller, span, since) DO UPDATE SET times = kept.times + 1 RETURNING caller, span, since, times`,
    [
      partitionAt(countRing, wall),
      name,
      windows.map(({ caller }) => caller),
      windows.map(({ span }) => span),
      windows.map(({ since }) => since),
    ],
  )
}
