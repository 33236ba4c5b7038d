/**
 * The embedded EVM node and the simulated TRON network.
 * Run: node outside/chains/dev-chain/dev-chain-process.ts --data <folder> [--block-ms <milliseconds>] [--booked]
 * With --booked the ledger already contains the new chains' capital, so the server reads only later blocks. The folder's signer must be
 * running.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf } from '#kit/monitor/monitor.server.ts'
import { type Running, runChild } from '#kit/run-child.server.ts'
import type { Hex } from '../keys/bytes.ts'
import { signerAt, signerSocket } from '../signer/signer-socket.ts'
import { startDevTron } from '../tron-fake/dev-tron.ts'
import { startDevChain } from './dev-chain.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    'block-ms': { type: 'string', default: '1000' },
    booked: { type: 'boolean', default: false },
    monitor: { type: 'string' },
  },
})
const dataDir = resolve(values.data)

const monitor = values.monitor === undefined ? undefined : addressOf(values.monitor)
async function start(fail: (error: unknown) => void): Promise<Running> {
  const { evm, tron, proofAddress } = await signerAt(signerSocket(dataDir)).publicKeys()
  const blockMs = Number(values['block-ms'])
  const { hotAddress, gasAddress } = tron
  const isBooked = values.booked
  const simulated = await startDevTron({ dataDir, hotAddress, gasAddress, blockMs, isBooked, onError: fail })
  const chain = await startDevChain({
    dataDir,
    payerAddress: evm.hotAddress as Hex,
    gasAddress: evm.gasAddress as Hex,
    proofAddress: proofAddress as Hex,
    blockMs,
    isBooked,
    onError: fail,
  })
  void chain.anvil.ended.then(() => fail(new Error('the EVM node ended')))
  return {
    stop: async () => {
      await chain.stop()
      await simulated.stop()
    },
  }
}

await runChild(start, { monitor })
