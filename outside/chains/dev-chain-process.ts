/**
 * The embedded chain as a process of its own.
 * Run: node outside/chains/dev-chain-process.ts --data <folder> [--block-ms <milliseconds>]
 * The signer of the folder must be running: its address is given gas and the company's capital at the first start.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startDevChain } from './dev-chain.ts'
import { signerAt, signerSocket } from './signer-socket.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data' }, 'block-ms': { type: 'string', default: '1000' } },
})
const dataDir = resolve(values.data)

function end(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  process.send?.({ type: 'failed', message })
  process.stderr.write(`dev chain: ${message}\n`)
  process.exit(1)
}

try {
  const { hotAddress } = await signerAt(signerSocket(dataDir)).publicKeys()
  const chain = await startDevChain({ dataDir, hotAddress, blockMs: Number(values['block-ms']), onError: end })
  let isStopping = false
  const stop = (): void => {
    isStopping = true
    void chain.stop().finally(() => process.exit(0))
  }
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  void chain.anvil.ended.then(() => isStopping || end(new Error('the EVM node ended')))
  process.send?.({ type: 'ready' })
} catch (error) {
  end(error)
}
