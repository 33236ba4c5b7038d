import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Done = { readonly ok: boolean; readonly output: string; readonly seconds: number }

type CommandOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Shows output live instead of capturing it. */
  readonly show?: boolean
  /** After this time the process is killed and counts as failed. */
  readonly withinMs?: number
}

const running = new Set<ChildProcess>()
export const isWaiting = (): boolean => running.size > 0
let watching = false
let ending = false

export function runNode(
  args: readonly string[],
  { env = {}, cwd = root, show = false, withinMs }: CommandOptions = {},
): Promise<Done> {
  watchForTheEnd()
  const since = performance.now()
  const child = spawn(process.execPath, [...args], {
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  const timer = withinMs === undefined ? undefined : setTimeout(() => endGroup(child, 'SIGKILL'), withinMs)
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      if (running.size === 0) stopWatching()
      endGroup(child, 'SIGKILL')
      resolve({ ok: code === 0, output, seconds: (performance.now() - since) / 1000 })
    })
  })
}

/** Runs on this Node, because `.bin` entries are shell scripts on some systems. */
export function binary(packageName: string, command: string = packageName): string {
  const require = createRequire(join(root, 'package.json'))
  const manifest = require.resolve(`${packageName}/package.json`)
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[command]
  if (!path) throw new Error(`${packageName} has no command ${command}`)
  return join(dirname(manifest), path)
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Already gone.
  }
}

/** Asks child processes to stop, then kills them. */
function end(): void {
  ending = true
  for (const child of running) endGroup(child, 'SIGTERM')
  setTimeout(() => process.exit(130), 5_000).unref()
}

const endAtOnce = (): void => {
  for (const child of running) endGroup(child, 'SIGKILL')
}

function watchForTheEnd(): void {
  if (watching) return
  watching = true
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  process.on('exit', endAtOnce)
  // This listener must not keep the process alive.
  process.channel?.unref()
}

function stopWatching(): void {
  if (ending) process.exit(130)
  watching = false
  process.off('SIGINT', end)
  process.off('SIGTERM', end)
  process.off('disconnect', end)
  process.off('exit', endAtOnce)
}
