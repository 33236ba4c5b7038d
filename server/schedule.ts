import { forgetPictures } from '#chat/old-pictures.job.ts'
import { rereadAddresses } from '#custody/comparing/reread.job.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { createWordGuard } from '#custody/payments/words.job.ts'
import { certifyAddresses } from '#custody/watching/certify.job.ts'
import { sendGifts } from '#custody/watching/faucet.job.ts'
import { grantFirstCredits } from '#custody/watching/first-credit.store.ts'
import { seedMoney } from '#db/seed-demo.ts'
import { forgetServed } from '#identity/cleanup.store.ts'
import { endBans } from '#identity/wallet.store.ts'
import { type Clock, hourMs, minuteMs, wallClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { beginMonth, countPostings } from '#ledger/month.store.ts'
import { tellPrices } from '#market/alerts.job.ts'
import { makeDemoTrades } from '#market/demo-trader.job.ts'
import { createFeedReader } from '#market/feeds.job.ts'
import { createFiatReader } from '#market/fiats.job.ts'
import { emptyEvidence } from '#otc/disputes.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { incidentsAfter, type OpenIncident, openIncidents } from '#outside/chains/incident.store.ts'
import type { FeedAlarm } from '#outside/feeds/feed.store.ts'
import { buyForCompute } from '#products/pots/buy.job.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { checkNewest, judgeProofs, makeLook } from '#proofs/reserves/judge.job.ts'
import { proofLogs } from './proof-logs.ts'
import type { Job } from './run-jobs.ts'
import type { Loop } from './run-loops.ts'
import { settle } from './settlement.ts'

export type JobContext = {
  readonly db: Db
  /** The business clock. */
  readonly clock: Clock
  readonly chains: Chains
  readonly demo: boolean
  /** Tells whoever watches over the house what a person has to look at. */
  readonly tell: (incident: OpenIncident) => void
  /** The same of prices: our market and the feeds outside have parted, or the feeds cannot be trusted. */
  readonly alarm: (alarm: FeedAlarm) => void
}

/** How long a turn of settling begins pieces: far less than after what a run that stands still is left. */
const settleForMs = minuteMs

/** Settling, and the proof of what was owed then, have a process of their own: a midnight shares no processor, no memory and no connections with those who pay. */
export const dayLoops = ({ db, clock }: Pick<JobContext, 'db' | 'clock'>): readonly Loop[] => [
  {
    name: 'settle',
    isShared: true,
    jobs: () => [
      {
        name: 'settle what is due',
        everyMs: 500,
        run: async () => ((await settle(db, clock.now(), { forMs: settleForMs })) ? 'done' : 'more'),
      },
    ],
  },
  {
    name: 'proofs',
    jobs: () => [
      {
        name: 'make the proof of a day',
        everyMs: 1_000,
        // The statement of a day names the sums of its POWER, so these come first.
        run: async () => {
          await keepPowerDays(db)
          await buildProofs(db, clock.now(), proofLogs)
        },
      },
      {
        name: 'make the newest proof again',
        everyMs: minuteMs,
        run: () => checkNewest({ db, now: () => wallClock.now() }),
      },
    ],
  },
]

/**
 * What the house does without a chain, in loops that do not wait for each other. Every job does a bounded piece of work, may be killed
 * anywhere, and changes nothing when run twice.
 */
export const houseLoops = ({ db, clock, chains, demo, tell, alarm }: JobContext): readonly Loop[] => [
  {
    name: 'signer',
    jobs: () => [
      { name: 'certify deposit addresses', everyMs: 400, run: () => certifyAddresses({ db, chains }) },
      { name: 'prepare withdrawals', everyMs: 400, run: createPayer({ db, clock, chains }).prepare },
      { name: 'derive addresses again', everyMs: minuteMs, run: () => rereadAddresses({ db, clock, chains }) },
    ],
  },
  ...(demo
    ? [{ name: 'gifts', jobs: () => [{ name: 'give test coins', everyMs: 400, run: () => sendGifts({ db, chains }) }] }]
    : []),
  {
    name: 'words',
    jobs: () => [{ name: 'check what operators signed', everyMs: 2_000, run: createWordGuard({ db, clock }) }],
  },
  {
    name: 'reserves',
    jobs: () => [
      {
        name: 'compare what chains have with what is owed',
        everyMs: 2_000,
        run: async () => {
          const context = { db, clock, now: () => wallClock.now() }
          await makeLook(context)
          await judgeProofs(context)
        },
      },
    ],
  },
  {
    name: 'prices',
    jobs: () => [
      ...(demo ? demoJobs(db, clock) : []),
      readFeeds({ db, clock, demo, alarm }),
      readFiats({ db, clock, demo }),
    ],
  },
  {
    // Apart from the prices themselves, however many wait for one.
    name: 'alerts',
    jobs: () => [{ name: 'tell who waits for a price', everyMs: 2_000, run: () => tellPrices(db, clock.now()) }],
  },
  {
    name: 'house',
    jobs: () => [
      { name: 'give the first CREDIT', everyMs: 2_000, run: () => grantFirstCredits(db, clock.now()) },
      { name: 'close unpaid reservations', everyMs: 2_000, run: () => closeUnpaidReservations(db, clock.now()) },
      {
        name: 'close what was not paid in time',
        everyMs: 1_000,
        run: async () => void (await closeUnpaid(db, clock.now())),
      },
      {
        name: 'buy for the compute pool',
        everyMs: minuteMs,
        run: async () => void (await buyForCompute(db, clock.now())),
      },
      { name: 'tell what happened', everyMs: 1_000, run: incidentTeller(db, tell) },
      { name: 'end suspensions', everyMs: minuteMs, run: () => endBans(db, clock.now()) },
      { name: 'forget what has served', everyMs: minuteMs, run: () => forgetServed(db, wallClock.now()) },
      {
        name: 'forget pictures',
        everyMs: hourMs,
        run: () => forgetPictures(db, { now: clock.now(), wall: wallClock.now() }),
      },
      { name: 'forget evidence', everyMs: hourMs, run: () => emptyEvidence(db, clock.now()) },
      { name: 'begin a month in the books', everyMs: hourMs, run: () => beginMonth(db) },
      { name: 'count what the books hold', everyMs: hourMs, run: () => countPostings(db) },
    ],
  },
]

const demoJobs = (db: Db, clock: Clock): readonly Job[] => [
  once('put the demo capital to work', 1_000, () => seedMoney(db, clock)),
  {
    name: 'trade on the demo markets',
    everyMs: 1_000,
    restMs: minuteMs / 2,
    run: async () => void (await makeDemoTrades(db, clock.now())),
  },
]

/** Prices are asked for aside: what the feeds answered is kept a turn later. */
function readFeeds({ db, clock, demo, alarm }: Pick<JobContext, 'db' | 'clock' | 'demo' | 'alarm'>): Job {
  const reader = createFeedReader({ db, demo })
  const run = async () => (await reader.run(clock.now())).forEach(alarm)
  return { name: 'read the price feeds', everyMs: 15_000, run }
}

/** What currencies cost, for screens: after the prices of coins, for it goes by what USDT is worth. */
function readFiats({ db, clock, demo }: Pick<JobContext, 'db' | 'clock' | 'demo'>): Job {
  const reader = createFiatReader({ db, demo })
  const run = () => reader.run({ now: clock.now(), wall: wallClock.now() })
  return { name: 'read what currencies cost', everyMs: 15_000, run }
}

/** A job that is tried until it says it is done. */
function once(name: string, everyMs: number, run: () => Promise<boolean>): Job {
  let done = false
  return {
    name,
    everyMs,
    run: async () => {
      if (!done) done = await run()
    },
  }
}

/** Tells every incident once for each start of the worker: those that are still open, and then each new one. */
function incidentTeller(db: Db, tell: JobContext['tell']): () => Promise<void> {
  let last: bigint | undefined
  return async () => {
    const found = last === undefined ? await openIncidents(db) : await incidentsAfter(db, last, 100)
    for (const incident of found) tell(incident)
    last = found.at(-1)?.id ?? last ?? 0n
  }
}
