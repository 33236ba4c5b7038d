import { comparedAt } from '#custody/comparing/books.store.ts'
import { countAddresses } from '#custody/comparing/count.job.ts'
import { recheckPayments } from '#custody/comparing/recheck.job.ts'
import { coinsOf, type ReconcileContext, reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { rereadPayments } from '#custody/comparing/reread.job.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { watchLevels } from '#custody/sweeping/levels.job.ts'
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { tipOf } from '#custody/watching/watch.store.ts'
import { watchNetwork } from '#custody/watching/watch-network.job.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { minuteMs, wallClock } from '#kit/time/clock.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import { readChainReserves } from '#proofs/reserves/read.job.ts'
import { writeRoots } from '#proofs/roots/roots.job.ts'
import type { Job } from './run-jobs.ts'
import type { Loop } from './run-loops.ts'
import { type RunTime, realTime } from './run-time.ts'

/**
 * Watches and compares each chain separately and pays on them in turn. Only a lane's chains share a node, so a dead node delays no other
 * lane.
 */
export function chainLoops(
  { db, clock, chains: { signer } }: ReconcileContext,
  group: ReadonlyMap<ChainId, ConnectedChain>,
  time: RunTime = realTime,
): readonly Loop[] {
  const apart = [...group].flatMap(([chain, connection]) => {
    const context = { db, clock, chains: { signer, connected: new Map([[chain, connection]]) } }
    return [
      {
        name: `watch:${chain}`,
        jobs: () => [watching({ db, clock }, chain, connection, time)],
      },
      { name: `compare:${chain}`, jobs: () => compareJobs(context, chain, time) },
    ]
  })
  const pay = () => onceCompared(db, group, createPayer({ db, clock, chains: { signer, connected: group } }).pay)
  const names = [...group.keys()].join(' and ')
  return [
    ...apart,
    ...[...group.values()].slice(0, 1).map(({ lane }) => ({
      name: `pay:${lane}`,
      jobs: () => [{ name: `pay withdrawals on ${names}`, everyMs: 400, run: pay() }],
    })),
  ]
}

const restReadMs = 3_000

/** Watches a chain. When idle, queries only its latest block. */
function watching(
  context: Pick<ReconcileContext, 'db' | 'clock'>,
  chain: ChainId,
  connection: ConnectedChain,
  time: RunTime,
): Job {
  let head: number | undefined
  let readAt = 0
  return {
    name: `watch ${chain}`,
    everyMs: 400,
    restMs: minuteMs / 2,
    run: async () => {
      head = await watchNetwork(context, chain, connection)
      readAt = time.now()
    },
    stirs: async () => time.now() >= readAt + restReadMs && (await connection.port.head()) !== head,
  }
}

const compareJobs = (context: ReconcileContext, chain: ChainId, time: RunTime): readonly Job[] => [
  comparing(context, chain, time),
  { name: `look at paid withdrawals on ${chain} again`, everyMs: 10 * minuteMs, run: () => recheckPayments(context) },
  { name: `read ${chain} again`, everyMs: minuteMs, run: () => rereadPayments(context) },
  {
    name: `count all deposit addresses on ${chain}`,
    everyMs: 10_000,
    restMs: minuteMs,
    run: () => countAddresses(context),
  },
  {
    name: `sweep deposit addresses on ${chain}`,
    everyMs: 5_000,
    restMs: minuteMs / 2,
    run: () => sweepDeposits(context),
  },
  {
    name: `look what ${chain} has for us`,
    everyMs: 2_000,
    restMs: 5_000,
    run: () => readChainReserves({ ...context, now: () => wallClock.now() }),
  },
  {
    name: `write statements down on ${chain}`,
    everyMs: 2_000,
    restMs: minuteMs / 2,
    run: () => writeRoots({ ...context, now: () => wallClock.now() }),
  },
  {
    name: `count what is paid from on ${chain}`,
    everyMs: minuteMs / 4,
    restMs: minuteMs,
    run: () => watchLevels(context),
  },
]

const firstBlockMs = minuteMs
const retryMs = 5_000

function comparing(context: ReconcileContext, chain: ChainId, time: RunTime): Job {
  const waitsUntil = time.now() + firstBlockMs
  let nextAt = 0
  return {
    name: `compare ${chain} with the ledger`,
    everyMs: 500,
    run: async () => {
      const now = time.now()
      if (now < nextAt || (now < waitsUntil && !(await tipOf(context.db, chain)))) return
      nextAt = now + minuteMs
      if (!(await reconcileBooks(context))) nextAt = now + retryMs
    },
  }
}

/** Pays only after new comparisons, because the previous worker's last actions are unknown. */
function onceCompared(db: Db, group: ReadonlyMap<ChainId, ConnectedChain>, pay: () => Promise<void>) {
  const before = new Map<ChainId, number | undefined>()
  const compared = new Set<ChainId>()
  return async (): Promise<void> => {
    for (const [chain, connection] of group) {
      if (compared.has(chain)) continue
      const last = (await comparedAt(db, chain, coinsOf(connection)))?.getTime()
      if (!before.has(chain)) before.set(chain, last)
      if (last !== before.get(chain)) compared.add(chain)
    }
    if (compared.size === group.size) await pay()
  }
}
