import { fileURLToPath } from 'node:url'
import { hasDevChain } from '#outside/chains/dev-chain.ts'
import type { Config } from './config.ts'
import type { Program } from './supervisor.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Everything the product consists of, in the order it starts. Each part has only what it needs. */
export function programs({ dataDir, networksFile, passphraseFile }: Config): Program[] {
  const signer: Program = {
    name: 'signer',
    file: fileOf('outside/chains/signer-process.ts'),
    args: ['--data', dataDir, ...(passphraseFile ? ['--passphrase-fd', '4'] : [])],
    secretFile: passphraseFile,
  }
  const devChain: Program = {
    name: 'dev-chain',
    file: fileOf('outside/chains/dev-chain-process.ts'),
    args: ['--data', dataDir],
  }
  const api: Program = { name: 'api', file: fileOf('server/api-process.ts') }
  const worker: Program = { name: 'worker', file: fileOf('server/worker-process.ts') }
  return [signer, ...(networksFile || !hasDevChain() ? [] : [devChain]), api, worker]
}
