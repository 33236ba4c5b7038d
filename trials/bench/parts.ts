import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import type { Network } from '#outside/chains/networks.ts'

const files = {
  signer: 'outside/chains/signer/signer-process.ts',
  api: 'server/processes/api-process.ts',
  worker: 'server/loops/worker-process.ts',
  days: 'server/loops/days-process.ts',
} as const
export type PartName = keyof typeof files

export type Parts = {
  readonly address: string
  /** Starts a process and waits until ready. @param onTurn called for each job run */
  start(name: PartName, onTurn?: (job: string, ms: number) => void): Promise<ChildProcess>
  close(): void
}

export function partsOf(on: {
  readonly dataDir: string
  readonly networks: readonly Network[]
  readonly databaseUrl: string
}): Parts {
  const { dataDir, networks, databaseUrl } = on
  const networksFile = join(dataDir, 'networks.json')
  writeFileSync(networksFile, JSON.stringify(networks))
  const port = `${20_000 + (process.pid % 20_000)}`
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: port,
    DATA_DIR: dataDir,
    NETWORKS_FILE: networksFile,
    ORIGINS: address,
    DATABASE_URL: databaseUrl,
  }
  const children: ChildProcess[] = []
  return {
    address,
    start: async (name, onTurn) => {
      const log = openSync(join(process.env.LOGS ?? dataDir, `${name}.log`), 'a')
      const args = name === 'signer' ? ['--data', dataDir] : []
      const file = fileURLToPath(new URL(`../../${files[name]}`, import.meta.url))
      const child = fork(file, args, {
        env: { ...env, LOG_LEVEL: onTurn ? 'trace' : 'warn' },
        stdio: ['ignore', onTurn ? 'pipe' : log, log, 'ipc'],
      })
      children.push(child)
      if (onTurn && child.stdout) listenToTurns(child.stdout, onTurn)
      await new Promise<void>((resolve, reject) => {
        child.once('message', (message: { type: string; message?: string }) =>
          message.type === 'ready' ? resolve() : reject(new Error(`${name}: ${message.message}`)),
        )
        child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)))
      })
      return child
    },
    close: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function listenToTurns(log: Readable, onTurn: (job: string, ms: number) => void): void {
  createInterface({ input: log }).on('line', (line) => {
    const { msg, job, ms } = JSON.parse(line) as { msg: string; job: string; ms: number }
    if (msg === 'a turn') onTurn(job, ms)
  })
}

/** Migrates a database. @returns URL with a role that owns nothing */
export async function addressForProduct(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
  const owner = await openDbAsOwner({ dataDir: folder, databaseUrl: url })
  await migrate(owner)
  await owner.query('CREATE ROLE app LOGIN IN ROLE glasshouse')
  await owner.close()
  rmSync(folder, { recursive: true })
  return Object.assign(new URL(url), { username: 'app' }).href
}

/** A proxy that sees each node request and can leave it unanswered. */
export type Gate = {
  readonly url: string
  hang(): void
  answerAgain(): void
  close(): void
}

export async function gateTo(
  url: string,
  onAsked: (method: string, params: unknown) => void = () => {},
): Promise<Gate> {
  let hangs = false
  const server = createServer(async (asked, answered) => {
    const body = await text(asked)
    if (hangs) return
    for (const { method, params } of [JSON.parse(body)].flat()) onAsked(method, params)
    const headers = { 'content-type': 'application/json' }
    const on = request(url, { method: 'POST', headers }, (answer) => answer.pipe(answered))
    on.once('error', () => answered.destroy())
    on.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: () => {
      hangs = true
    },
    answerAgain: () => {
      hangs = false
      server.closeAllConnections()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
