import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** States of past blocks kept in memory: enough for reorganisations in tests, 50 MB at most. Without it each block's state goes to disk. */
const statesKept = 64
const readyWithinMs = 20_000

export type AnvilOptions = {
  /** Where it may write, and where its pid is kept. */
  readonly folder: string
  /** Who has coins to pay for transactions with, from the first block on. Their keys stay with the caller: a command line is read by everybody. */
  readonly rich: readonly string[]
  readonly evmChainId: number
  /** Of the first block, seconds since 1970: the same one gives the same chain again. */
  readonly genesisTimestamp: number
}
export type Anvil = {
  readonly url: string
  readonly pid: number
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Ends it at once; it holds nothing that must be saved. */
  stop(): Promise<void>
}

/** The node's program from its npm package, started without any wrapper; undefined where no package exists for this platform. */
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

/** The command line of a running process, or '' if there is none. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'win32') return ''
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Ends a node that a killed product left on this folder: only if the pid still runs it, with this folder on its command line. */
export function endLeftover(folder: string): void {
  const pid = pidIn(folder)
  if (pid === undefined) return
  const command = commandOf(pid)
  if (command.includes('anvil') && command.includes(cacheFolder(folder))) process.kill(pid, 'SIGKILL')
  rmSync(join(folder, 'anvil.pid'), { force: true })
}

/** The pid a node on this folder had when it was last started and not stopped. */
function pidIn(folder: string): number | undefined {
  const path = join(folder, 'anvil.pid')
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

const cacheFolder = (folder: string): string => join(folder, 'cache')

/** The first block: 10,000 ether for each of those who pay. */
const genesisOf = ({ rich, evmChainId, genesisTimestamp }: AnvilOptions) => ({
  config: { chainId: evmChainId },
  timestamp: `0x${genesisTimestamp.toString(16)}`,
  gasLimit: '0x1c9c380',
  difficulty: '0x0',
  alloc: Object.fromEntries(rich.map((address) => [address, { balance: '0x21e19e0c9bab2400000' }])),
})

/** Starts the embedded EVM node on a free port of this machine. It makes no block by itself. @throws if it does not come up. */
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
  // Not even an uncaught error of this process leaves it behind; after a kill -9 the pid file does.
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

/** Reads the port it chose from what it prints. What it prints later is dropped, or its pipe would fill and it would stand still. */
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
