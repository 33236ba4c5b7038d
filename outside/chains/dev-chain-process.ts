/**
 * The chains of the demo as a process of its own: the embedded EVM node, and the simulated TRON network.
 * Run: node outside/chains/dev-chain-process.ts --data <folder> [--block-ms <milliseconds>] [--booked]
 * With --booked the books begin with what new chains bring in, so that the house reads them only from after it on.
 * The signer of the folder must be running: its address is given gas at the first start, and pays out of the company's capital.
 * It ends when told to, or when the channel to the process that started it closes.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChild } from '#kit/run-child.server.ts'
import type { Hex } from './bytes.ts'
import { startDevChain } from './dev-chain.ts'
import { signerAt, signerSocket } from './signer-socket.ts'
import { startDevTron } from './tron-fake/dev-tron.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    'block-ms': { type: 'string', default: '1000' },
    booked: { type: 'boolean', default: false },
  },
})
const dataDir = resolve(values.data)

await runChild(async (fail) => {
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
  // While it is being stopped, this changes nothing.
  void chain.anvil.ended.then(() => fail(new Error('the EVM node ended')))
  return {
    stop: async () => {
      await chain.stop()
      await simulated.stop()
    },
  }
})
