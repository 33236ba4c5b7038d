import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Enough block states for reorgs in tests, 50 MB at most. Without a limit each block's state goes to disk. */
const statesKept = 64
const readyWithinMs = 20_000

export type AnvilOptions = {
  readonly folder: string
  /** Prefunded addresses. The caller keeps the keys, because command lines are public. */
  readonly rich: readonly string[]
  readonly evmChainId: number
  /** Seconds since 1970; the same value reproduces the chain. */
  readonly genesisTimestamp: number
}
export type Anvil = {
  readonly url: string
  readonly pid: number
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Undefined if npm has no package for this platform. */
export function anvilBinary(): string | undefined {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform as string]
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  if (!platform || !cpu) return undefined
  try {
    const manifest = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform}-${cpu}/package.json`)
    const path = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'win32') return ''
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Kills a node only if the pid still runs one with this folder on its command line. */
export function endLeftover(folder: string): void {
  const pid = pidIn(folder)
  if (pid === undefined) return
  const command = commandOf(pid)
  if (command.includes('anvil') && command.includes(cacheFolder(folder))) process.kill(pid, 'SIGKILL')
  rmSync(join(folder, 'anvil.pid'), { force: true })
}

function pidIn(folder: string): number | undefined {
  const path = join(folder, 'anvil.pid')
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

const cacheFolder = (folder: string): string => join(folder, 'cache')

const genesisOf = ({ rich, evmChainId, genesisTimestamp }: AnvilOptions) => ({
  config: { chainId: evmChainId },
  timestamp: `0x${genesisTimestamp.toString(16)}`,
  gasLimit: '0x1c9c380',
  difficulty: '0x0',
  alloc: Object.fromEntries(rich.map((address) => [address, { balance: '0x21e19e0c9bab2400000' }])),
})

/** No automatic mining. @throws if it does not start. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { folder, evmChainId, genesisTimestamp } = options
  const binary = anvilBinary()
  if (!binary) throw new Error('there is no embedded EVM node for this platform')
  mkdirSync(folder, { recursive: true })
  endLeftover(folder)
  const init = join(folder, 'genesis.json')
  writeFileSync(init, JSON.stringify(genesisOf(options)))
  const flags = { host: '127.0.0.1', port: 0, 'chain-id': evmChainId, init, accounts: 0, order: 'fifo' }
  const memory = { timestamp: genesisTimestamp, 'prune-history': statesKept, 'cache-path': cacheFolder(folder) }
  const named = Object.entries({ ...flags, ...memory }).flatMap(([name, value]) => [`--${name}`, `${value}`])
  const child = spawn(binary, [...named, '--no-mining'], { stdio: ['ignore', 'pipe', 'pipe'] })
  // After a kill -9, the next start finds the node by its pid file.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => process.off('exit', end))
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    if (pidIn(folder) === child.pid) rmSync(join(folder, 'anvil.pid'))
  }
  try {
    const port = await listeningPort(child)
    writeFileSync(join(folder, 'anvil.pid'), `${child.pid}`)
    return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, ended, stop }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Discards later output; a full pipe would block the node. */
function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`the EVM node was not ready in time: ${said}`)), readyWithinMs)
    const hear = (part: Buffer): void => {
      if (said.length < 20_000) said += part.toString()
      const match = /Listening on [^:\s]+:(\d+)/.exec(said)
      if (match) resolve(Number(match[1]))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the EVM node ended: ${said.slice(-500)}`)))
    const settled = (): void => clearTimeout(late)
    child.stdout?.once('close', settled)
    child.stdout?.on('data', () => /Listening on/.test(said) && settled())
  })
}
