import { type ChildProcess, execFile, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { until } from '#kit/test/test-until.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export type Product = {
  readonly address: string
  readonly dataDir: string
  readonly supervisor: ChildProcess
  readonly readyMs: number
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'glasshouse-e2e-'))

/**
 * Starts the product like `npm start`. Continues an existing data folder. @param world whether a new folder starts with the demo world
 * @param pushHosts additional push services
 */
export async function startProduct(dataDir = newFolder(), world = false, pushHosts = ''): Promise<Product> {
  const port = await freePort()
  const since = performance.now()
  const ORIGINS = `http://127.0.0.1:${port},http://localhost:${port}`
  const env = {
    ...process.env,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ORIGINS,
    DEMO_WORLD: world ? '1' : '0',
    DEMO_BLOCK_MS: '100',
    PUSH_HOSTS: pushHosts,
  }
  const supervisor = fork(fileOf('scripts/start.ts'), { env, cwd: fileOf('.') })
  try {
    await new Promise<void>((resolve, reject) => {
      supervisor.once('message', () => resolve())
      supervisor.once('exit', (code) => reject(new Error(`the product ended with code ${code} before it was ready`)))
    })
  } catch (error) {
    supervisor.kill('SIGKILL')
    throw error
  }
  return { address: `http://127.0.0.1:${port}`, dataDir, supervisor, readyMs: performance.now() - since }
}

/** @returns processes left behind; should be empty. */
export async function endProduct(
  { supervisor, dataDir }: Product,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number[]> {
  const pids = pidsOf(dataDir)
  const isOver = supervisor.exitCode !== null || supervisor.signalCode !== null
  const ended = isOver || new Promise((resolve) => supervisor.once('exit', resolve))
  supervisor.kill(signal)
  await ended
  if (signal === 'SIGKILL') await until('its processes have ended', () => !pids.some(isAlive)).catch(() => undefined)
  return pids.filter(isAlive)
}

export const removeData = ({ dataDir }: Product): void => rmSync(dataDir, { recursive: true, force: true })

export async function ops({ dataDir }: Pick<Product, 'dataDir'>, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [fileOf('server/ops.ts'), ...args], { env })
  return stdout
}

export function pidsOf(dataDir: string): number[] {
  const { children } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] }
  const anvil = join(dataDir, 'dev-chain', 'anvil.pid')
  return [...children.map(({ pid }) => pid), ...(existsSync(anvil) ? [Number(readFileSync(anvil, 'utf8'))] : [])]
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
