import { fileURLToPath } from 'node:url'
import { hasDevChain } from '#outside/chains/dev-chain/dev-chain.ts'
import { type Config, monitorOf } from './config.ts'
import type { Program } from './supervisor.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * All processes of the product and their dependencies. Each receives only the configuration it needs. @param isBooked whether the ledger
 * already contains the embedded chains' initial balances
 */
export function programs(config: Config, isBooked = false): Program[] {
  const { dataDir, databaseUrl, walArchive, demo, demoBlockMs, networksFile, passphraseFile } = config
  const monitorArgs = (part: Parameters<typeof monitorOf>[1]): string[] => {
    const at = monitorOf(config, part)
    return at ? ['--monitor', `${at.host}:${at.port}`] : []
  }
  const postgres: Program = {
    name: 'postgres',
    file: fileOf('server/processes/postgres-process.ts'),
    args: [
      '--data',
      dataDir,
      ...(walArchive === undefined ? [] : ['--wal-archive', walArchive]),
      ...monitorArgs('postgres'),
    ],
    stopWithinMs: 30_000,
  }
  const database = databaseUrl ? [] : [postgres]
  const signer: Program = {
    name: 'signer',
    file: fileOf('outside/chains/signer/signer-process.ts'),
    args: [
      '--data',
      dataDir,
      ...(demo ? ['--demo'] : []),
      ...(networksFile ? ['--real'] : []),
      ...(passphraseFile ? ['--passphrase-fd', '4'] : []),
      ...monitorArgs('signer'),
    ],
    secretFile: passphraseFile,
  }
  const devChain: Program = {
    name: 'dev-chain',
    file: fileOf('outside/chains/dev-chain/dev-chain-process.ts'),
    args: [
      '--data',
      dataDir,
      '--block-ms',
      `${demoBlockMs}`,
      ...(isBooked ? ['--booked'] : []),
      ...monitorArgs('dev-chain'),
    ],
    after: ['signer'],
  }
  const chains = networksFile || !hasDevChain() ? [] : [devChain]
  const api: Program = { name: 'api', file: fileOf('server/processes/api-process.ts'), stopWithinMs: 33_000 }
  const days: Program = { name: 'days', file: fileOf('server/loops/days-process.ts'), isLate: true }
  const worker: Program = {
    name: 'worker',
    file: fileOf('server/loops/worker-process.ts'),
    after: ['signer', 'api', ...chains.map(({ name }) => name)],
  }
  return [...database, signer, api, ...chains, days, worker]
}
