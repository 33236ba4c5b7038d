/** The worker as a process of its own: everything the clock starts, one job after another. */
import { readFileSync } from 'node:fs'
import { openClock } from '#kit/clock.store.ts'
import { openDb } from '#kit/open-db.store.ts'
import { type Running, runChild } from '#kit/run-child.store.ts'
import { connectChains } from '#outside/chains/connect.store.ts'
import { devNetworksText } from '#outside/chains/dev-chain.ts'
import type { OpenIncident } from '#outside/chains/incident.store.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { signerAt, signerSocket } from '#outside/chains/signer-socket.ts'
import type { FeedAlarm } from '#outside/feeds/feed.store.ts'
import { type Config, readConfig } from './config.ts'
import { openLog } from './log.ts'
import { runJobs } from './run-jobs.ts'
import { schedule } from './schedule.ts'

/** The chains to connect: those of the operator's file, else the embedded one where it runs, else none. */
function networksText({ networksFile, dataDir }: Config): string {
  if (networksFile) return readFileSync(networksFile, 'utf8')
  return devNetworksText(dataDir) ?? '[]'
}

async function start(config: Config, fail: (error: unknown) => void): Promise<Running> {
  const log = openLog('worker', config.logLevel)
  const db = await openDb(config)
  const clock = await openClock(db)
  const chains = await connectChains({
    db,
    networks: readNetworks(networksText(config)),
    signer: signerAt(signerSocket(config.dataDir)),
  })
  const tell = ({ halts, ...incident }: OpenIncident): void => {
    const text = halts ? 'an incident: withdrawals stand still until it is resolved' : 'an incident, to be looked at'
    log[halts ? 'error' : 'warn']({ ...incident, id: `${incident.id}` }, text)
  }
  const alarm = (alarm: FeedAlarm): void => log.warn({ ...alarm }, 'a price alarm: see feed show')
  const stopping = new AbortController()
  const ended = runJobs(schedule({ db, clock, chains, demo: config.demo, tell, alarm }), {
    signal: stopping.signal,
    onError: (job, error) => log.error({ job, err: error }, 'a job failed and will be tried again'),
    onStuck: (job) => fail(new Error(`the job '${job}' takes too long: the worker ends and is started afresh`)),
  })
  return {
    stop: async () => {
      stopping.abort()
      await ended
      clock.close()
      await db.close()
    },
  }
}

await runChild((fail) => start(readConfig(process.env), fail))
