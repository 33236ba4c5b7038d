/**
 * The signer as a process of its own.
 * Run: node outside/chains/signer-process.ts --data <folder> [--passphrase-fd <number>]
 * With a file descriptor the passphrase is read from it (its first line); without one the demo's passphrase file is used.
 * It ends when told to, or when the channel to the process that started it closes.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startSigner } from './start-signer.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: 'data' }, 'passphrase-fd': { type: 'string' } },
})
const descriptor = values['passphrase-fd']
const passphrase = descriptor === undefined ? undefined : readFileSync(Number(descriptor), 'utf8').split('\n')[0]

try {
  const signer = await startSigner({ dataDir: resolve(values.data), passphrase })
  const stop = (): void => {
    void signer.stop().finally(() => process.exit(0))
  }
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  process.send?.({ type: 'ready' })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.send?.({ type: 'failed', message })
  process.stderr.write(`signer: ${message}\n`)
  process.exit(1)
}
