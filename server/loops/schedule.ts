import { forgetPictures } from '#chat/old-pictures.job.ts'
import { rereadAddresses } from '#custody/comparing/reread.job.ts'
import { createWordGuard } from '#custody/payments/waits/words.job.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { certifyAddresses } from '#custody/watching/certify/certify.job.ts'
import { grantFirstCredits } from '#custody/watching/deposits/first-credit.store.ts'
import { sendGifts } from '#custody/watching/faucet.job.ts'
import { seedMoney } from '#db/seed-demo.ts'
import { forgetServed } from '#identity/sessions/cleanup.store.ts'
import { endBans } from '#identity/wallet.store.ts'
import type { Db } from '#kit/store/db.ts'
import { type Clock, hourMs, minuteMs, wallClock } from '#kit/time/clock.ts'
import { beginMonth, countPostings } from '#ledger/records/month.store.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { tellPrices } from '#market/feeds/alerts.job.ts'
import { createFeedReader } from '#market/feeds/feeds.job.ts'
import { createFiatReader } from '#market/prices/fiats.job.ts'
import { emptyEvidence } from '#otc/disputes.store.ts'
import { closeUnpaid } from '#otc/unpaid.job.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { incidentsAfter, type OpenIncident, openIncidents } from '#outside/chains/incident.store.ts'
import type { FeedAlarm } from '#outside/feeds/feed.store.ts'
import { buyForCompute } from '#products/pots/buy.job.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { checkNewest, judgeProofs, makeReserveCheck } from '#proofs/reserves/judge.job.ts'
import { proofLogs } from '../sending/proof-logs.ts'
import type { Job } from './run-jobs.ts'
import type { Loop } from './run-loops.ts'
import { settle } from './settlement.ts'

export type JobContext = {
  readonly db: Db
  readonly clock: Clock
  readonly chains: Chains
  readonly demo: boolean
  readonly tell: (incident: OpenIncident) => void
  /** Reports untrusted feeds, or a gap between our market and external feeds. */
  readonly alarm: (alarm: FeedAlarm) => void
}

/** Time budget for starting settlement work in one run, far below the limit for stuck jobs. */
const settleForMs = minuteMs

/** Daily settlement and the liability proof run in a separate process, so midnight shares no CPU, memory or connections with payments. */
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
        // Must run first, because the daily statement includes these POWER sums.
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

/** Independent loops that need no chain. Jobs are bounded, idempotent and safe to kill. */
export const companyLoops = ({ db, clock, chains, demo, tell, alarm }: JobContext): readonly Loop[] => [
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
          await makeReserveCheck(context)
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
    // Separate loop, so many alerts cannot delay prices.
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

/** Fetches price feeds in the background and stores them in the next run. */
function readFeeds({ db, clock, demo, alarm }: Pick<JobContext, 'db' | 'clock' | 'demo' | 'alarm'>): Job {
  const reader = createFeedReader({ db, demo })
  const run = async () => (await reader.run(clock.now())).forEach(alarm)
  return { name: 'read the price feeds', everyMs: 15_000, run }
}

/** Runs after coin prices, because fiat rates depend on the USDT price. */
function readFiats({ db, clock, demo }: Pick<JobContext, 'db' | 'clock' | 'demo'>): Job {
  const reader = createFiatReader({ db, demo })
  const run = () => reader.run({ now: clock.now(), wall: wallClock.now() })
  return { name: 'read what currencies cost', everyMs: 15_000, run }
}

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

/** Reports each incident once per worker start, open incidents first. */
function incidentTeller(db: Db, tell: JobContext['tell']): () => Promise<void> {
  let last: bigint | undefined
  return async () => {
    const found = last === undefined ? await openIncidents(db) : await incidentsAfter(db, last, 100)
    for (const incident of found) tell(incident)
    last = found.at(-1)?.id ?? last ?? 0n
  }
}
