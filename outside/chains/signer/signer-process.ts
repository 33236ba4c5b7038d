/**
 * Run: node outside/chains/signer/signer-process.ts --data <folder> [--passphrase-fd <number>] [--demo] [--real] [--monitor <host:port>]
 * Reads the passphrase from the first line of the file descriptor, or from the demo's passphrase file. --demo writes demo rules at first
 * start. --real rejects stored or guessable passphrases, and rules without approval of large payments.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf } from '#kit/monitor/monitor.server.ts'
import { runChild } from '#kit/run-child.server.ts'
import { startSigner } from './start-signer.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    'passphrase-fd': { type: 'string' },
    demo: { type: 'boolean' },
    real: { type: 'boolean' },
    monitor: { type: 'string' },
  },
})
const descriptor = values['passphrase-fd']

await runChild(
  () => {
    const passphrase = descriptor === undefined ? undefined : readFileSync(Number(descriptor), 'utf8').split('\n')[0]
    return startSigner({
      dataDir: resolve(values.data),
      passphrase,
      demo: values.demo ?? false,
      real: values.real ?? false,
    })
  },
  { monitor: values.monitor === undefined ? undefined : addressOf(values.monitor) },
)
