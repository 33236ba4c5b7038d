/**
 * The signer as a process of its own.
 * Run: node outside/chains/signer-process.ts --data <folder> [--passphrase-fd <number>] [--demo] [--real]
 * With a file descriptor the passphrase is read from it (its first line); without one the demo's passphrase file is used.
 * With --demo the rules it writes at its first start are those of a demo. With --real it refuses a passphrase it would have to keep itself
 * or that can be guessed, and rules that ask nobody about large payments.
 * It ends when told to, or when the channel to the process that started it closes.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChild } from '#kit/run-child.server.ts'
import { startSigner } from './start-signer.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    'passphrase-fd': { type: 'string' },
    demo: { type: 'boolean' },
    real: { type: 'boolean' },
  },
})
const descriptor = values['passphrase-fd']

await runChild(() => {
  const passphrase = descriptor === undefined ? undefined : readFileSync(Number(descriptor), 'utf8').split('\n')[0]
  return startSigner({
    dataDir: resolve(values.data),
    passphrase,
    demo: values.demo ?? false,
    real: values.real ?? false,
  })
})
