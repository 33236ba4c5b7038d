/**
 * Kill test: runs only the payer. Run: node trials/kill/test-payer.ts <data folder> <networks as JSON> <dies at step, 0: never> Ends when
 * nothing is left to pay, or kills itself like kill -9 at the step.
 */
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { openDb } from '#engine/open-db.store.ts'
import { until } from '#kit/test/test-until.ts'
import { wallClock } from '#kit/time/clock.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { RpcRefused, RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { signerAt, signerSocket } from '#outside/chains/signer/signer-socket.ts'

const [dataDir = '', networks = '[]', diesAt = '0'] = process.argv.slice(2)
let steps = 0
const onStep = (): void => {
  steps += 1
  if (steps === Number(diesAt)) process.kill(process.pid, 'SIGKILL')
}

/** True if a reorganization removed blocks during a read. A retry then succeeds. */
const blocksWent = (error: unknown): boolean => error instanceof RpcRefused && /BlockOutOfRange/.test(error.message)

async function stubborn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcUnreachable) && !blocksWent(error)) throw error
    }
}

const db = await openDb({ dataDir })
const chains = await stubborn(() =>
  connectChains({ db, networks: readNetworks(networks), signer: signerAt(signerSocket(dataDir)) }),
)
// Short limits make fee bumps occur too.
const impatience = { confirmations: () => 3, stuckAfterBlocks: 2 }
const payer = createPayer({ db, clock: wallClock, chains, ...impatience, onStep })
await until(
  'nothing is left',
  async () => {
    await stubborn(() => payer.run())
    const [left] = await db.query<{ count: bigint }>(
      `SELECT (SELECT count(*) FROM withdrawal WHERE ended_at IS NULL)
       * (SELECT CASE WHEN EXISTS (SELECT 1 FROM chain_incident) THEN 0 ELSE 1 END) AS count`,
    )
    return left?.count === 0n
  },
  Number.POSITIVE_INFINITY,
)
await db.close()
process.exit(0)
