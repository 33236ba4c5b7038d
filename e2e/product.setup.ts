import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product under test answers, e.g. http://127.0.0.1:41234. */
    address: string
    dataDir: string
  }
}

/** Starts the product as a person would, on a port and in a folder of its own, and ends it after the journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-e2e-'))
  const port = await freePort()
  const start = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))
  const product = fork(start, { env: { ...process.env, PORT: `${port}`, DATA_DIR: dataDir, LOG_LEVEL: 'warn' } })
  try {
    await ready(product)
  } catch (error) {
    product.kill('SIGKILL')
    throw error
  }
  project.provide('address', `http://127.0.0.1:${port}`)
  project.provide('dataDir', dataDir)
  return async () => {
    const pids = pidsOf(dataDir)
    const ended = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await ended
    const left = pids.filter(isAlive)
    if (left.length > 0) throw new Error(`the product left processes behind: ${left.join(', ')}`)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function ready(product: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    product.once('message', () => resolve())
    product.once('exit', (code) => reject(new Error(`the product ended with code ${code} before it was ready`)))
  })
}

/** The processes the product says it consists of, and what they started. */
function pidsOf(dataDir: string): number[] {
  const { children } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] }
  const own = children.map(({ pid }) => pid)
  if (process.platform !== 'linux') return own
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const started = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return [...own, ...started.flatMap(([pid = 0, parent = 0]) => (own.includes(parent) ? [pid] : []))]
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
