import { Gauge } from 'prom-client'
import { waitingNow } from '#custody/payments/waits/waiting.store.ts'
import { loadLevels } from '#custody/sweeping/levels.store.ts'
import { tipOf } from '#custody/watching/watch.store.ts'
import { firstOpenDay } from '#days/days.store.ts'
import { isArchiveFailing, lockWaits } from '#engine/db-role.store.ts'
import { oldestQueuedMail } from '#identity/mail/mail-queue.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { registry } from '#kit/monitor/metrics.server.ts'
import type { Db } from '#kit/store/db.ts'
import { type Clock, dayMs, dayOf, startOf, wallClock } from '#kit/time/clock.ts'
import { postingsWritten } from '#ledger/records/records.store.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { loadNetworks } from '#outside/chains/network.store.ts'
import { publishedReserves } from '#proofs/reserves/reserves.store.ts'
import { coveringOf, readReserveText } from '#proofs/reserves/reserves.ts'
import type { Statement } from '#proofs/tree/format.ts'

type Watched = { readonly db: Db; readonly clock: Pick<Clock, 'now'> }
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]
type Figure = {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  read(watched: Watched): Promise<readonly Sample[]>
}

const secondsSince = (at: Date | undefined, now: Date): number => (at ? (now.getTime() - at.getTime()) / 1000 : 0)
const coinsOf = (units: bigint): number => Number(showUnits(units))

export const figures: readonly Figure[] = [
  {
    name: 'glasshouse_mail_oldest_seconds',
    help: 'Age of the oldest mail that waits to be sent.',
    labels: [],
    read: async ({ db }) => [[{}, secondsSince(await oldestQueuedMail(db), wallClock.now())]],
  },
  {
    name: 'glasshouse_withdrawals_waiting',
    help: 'Withdrawals that wait, by state.',
    labels: ['state'],
    read: async ({ db }) => (await waitingNow(db)).map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'glasshouse_withdrawal_oldest_seconds',
    help: 'Age of the oldest withdrawal that waits, by state.',
    labels: ['state'],
    read: async ({ db, clock }) =>
      (await waitingNow(db)).map(({ state, oldest }) => [{ state }, secondsSince(oldest.requestedAt, clock.now())]),
  },
  {
    name: 'glasshouse_chain_blocks_behind',
    help: 'Blocks that the node has and the watcher has not read.',
    labels: ['chain'],
    read: async ({ db }) =>
      Promise.all(
        (await loadNetworks(db)).map(async ({ chain, head, startBlock }) => {
          const read = (await tipOf(db, chain))?.number ?? Number(startBlock) - 1
          return [{ chain }, Math.max(0, Number(head) - read)] as const
        }),
      ),
  },
  {
    name: 'glasshouse_chain_head_age_seconds',
    help: 'Time since the watcher last reached a node.',
    labels: ['chain'],
    read: async ({ db, clock }) =>
      (await loadNetworks(db)).map(({ chain, headAt }) => [{ chain }, secondsSince(headAt ?? undefined, clock.now())]),
  },
  {
    name: 'glasshouse_incidents_open',
    help: 'Incidents that an operator has to resolve. halts: whether the chain stands still.',
    labels: ['chain', 'kind', 'halts'],
    read: async ({ db }) => {
      const by = Map.groupBy(await openIncidents(db), ({ chain, kind, halts }) => `${chain} ${kind} ${halts}`)
      return [...by.values()].map((all) => {
        const [{ chain, kind, halts } = { chain: '', kind: '', halts: false }] = all
        return [{ chain, kind, halts: `${halts}` }, all.length] as const
      })
    },
  },
  {
    name: 'glasshouse_hot_wallet_coins',
    help: 'Coins in the hot wallet.',
    labels: ['chain', 'coin'],
    read: async ({ db }) => (await loadLevels(db)).map(({ chain, coin, hot }) => [{ chain, coin }, coinsOf(hot)]),
  },
  {
    name: 'glasshouse_withdrawals_owed_coins',
    help: 'Coins that withdrawals under way take from the hot wallet.',
    labels: ['chain', 'coin'],
    read: async ({ db }) => (await loadLevels(db)).map(({ chain, coin, owed }) => [{ chain, coin }, coinsOf(owed)]),
  },
  {
    name: 'glasshouse_reserves_ratio',
    help: 'Reserves on chains divided by what is owed, in the newest published check.',
    labels: ['coin'],
    read: async ({ db }) => {
      const found = await publishedReserves(db)
      if (!found) return []
      const covering = coveringOf(readReserveText(found.reserves.text), JSON.parse(found.owing.text) as Statement)
      return covering.flatMap(({ coin, ratio }) => (ratio === undefined ? [] : [[{ coin }, coinsOf(ratio)] as const]))
    },
  },
  {
    name: 'glasshouse_days_unsettled',
    help: 'Past days that are not settled yet.',
    labels: [],
    read: async ({ db, clock }) => {
      const now = clock.now()
      const [open, today] = [startOf(await firstOpenDay(db, now)), startOf(dayOf(now))]
      return [[{}, (today.getTime() - open.getTime()) / dayMs]]
    },
  },
  {
    name: 'glasshouse_ledger_postings',
    help: 'Postings written since the database server’s statistics began.',
    labels: [],
    read: async ({ db }) => [[{}, await postingsWritten(db)]],
  },
  {
    name: 'glasshouse_database_lock_waits',
    help: 'Database sessions that wait for a lock.',
    labels: [],
    read: async ({ db }) => [[{}, await lockWaits(db)]],
  },
  {
    name: 'glasshouse_wal_archive_failing',
    help: '1 after a failed attempt to archive WAL, until the next success.',
    labels: [],
    read: async ({ db }) => [[{}, (await isArchiveFailing(db)) ? 1 : 0]],
  },
]

/** A figure that cannot be read is absent, so that the others are still served. */
export function watchBusiness(watched: Watched): void {
  for (const { name, help, labels, read } of figures)
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        this.reset()
        const samples = await read(watched).catch((): readonly Sample[] => [])
        for (const [given, value] of samples) this.set(given, value)
      },
    })
}
