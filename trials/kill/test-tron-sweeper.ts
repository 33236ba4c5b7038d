/**
 * Kill test: runs only the sweeper. Run: node trials/kill/test-tron-sweeper.ts <data folder> <networks as JSON> <dies at step, 0: never>
 * [counting only steps of this name] Ends when nothing is left to sweep, or kills itself like kill -9 at the step.
 */
import { sweepDeposits } from '#custody/sweeping/sweep.job.ts'
import { openDb } from '#engine/open-db.store.ts'
import { until } from '#kit/test/test-until.ts'
import { wallClock } from '#kit/time/clock.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { signerAt, signerSocket } from '#outside/chains/signer/signer-socket.ts'

const [dataDir = '', networks = '[]', diesAt = '0', only = ''] = process.argv.slice(2)
let steps = 0
const onStep = (name: string): void => {
  if (only === '' || only === name) steps += 1
  if (steps === Number(diesAt)) process.kill(process.pid, 'SIGKILL')
}

async function stubborn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error
    }
}

const db = await openDb({ dataDir })
const chains = await stubborn(() =>
  connectChains({ db, networks: readNetworks(networks), signer: signerAt(signerSocket(dataDir)) }),
)
await until(
  'nothing is left',
  async () => {
    await stubborn(() => sweepDeposits({ db, clock: wallClock, chains, onStep }))
    const [left] = await db.query<{ count: bigint }>(
      `SELECT (SELECT count(*) FROM deposit WHERE swept_at IS NULL AND kind = 'wallet')
       + (SELECT count(*) FROM tron_sweep WHERE state = 'open') AS count`,
    )
    return left?.count === 0n
  },
  Number.POSITIVE_INFINITY,
)
await db.close()
process.exit(0)
