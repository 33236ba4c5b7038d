import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ChildMessage } from '#kit/run-child.server.ts'
import { type LogRoom, rollLog } from './roll-log.ts'

export type Program = {
  readonly name: string
  readonly file: string
  readonly args?: readonly string[]
  readonly after?: readonly string[]
  /** Starts after all others. Startup does not wait for it. */
  readonly isLate?: true
  /** File passed as descriptor 4, for a secret that must not appear in the environment or arguments. */
  readonly secretFile?: string | undefined
  readonly stopWithinMs?: number
}

export type SupervisorOptions = {
  readonly logDir: string
  readonly say: (line: string) => void
  /** Receives the current pids, so a later start can clean up after a killed supervisor. */
  readonly onPids?: (pids: readonly number[]) => void
  /** First-start timeout, 10 minutes by default. Restarts get one minute or three times the first duration. */
  readonly readyWithinMs?: number
  /** Interval of first-start progress messages, 20 s by default. */
  readonly sayWaitingMs?: number
  readonly stopWithinMs?: number
  readonly firstPauseMs?: number
  readonly logRoom?: LogRoom
  readonly logEveryMs?: number
}

export type Supervisor = {
  /**
   * Starts programs in dependency order, late ones last with retries. @throws StartError if a first start fails; earlier programs are then
   * stopped
   */
  start(): Promise<void>
  /** Stops in reverse order, even during startup. */
  stop(): Promise<void>
  pidOf(name: string): number | undefined
  /** @throws with the names of parts that do not run */
  expectRunning(): Promise<void>
}

export class StartError extends Error {
  constructor(name: string, reason: string) {
    super(`${name} could not start: ${reason}`)
    this.name = 'StartError'
  }
}

const pauseMaxMs = 10_000
/** The restart delay resets after this uptime. */
const steadyMs = 30_000
const logEveryMs = 10_000

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const firstReadyMs = 600_000
const laterReadyMs = 60_000
const waitingEveryMs = 20_000

type Kept = {
  program: Program
  child: ChildProcess | undefined
  isReady: boolean
  failures: number
  /** Duration of the first start. undefined: never ready */
  firstStartMs: number | undefined
}

function rollLogs(paths: readonly string[], { logRoom: room, logEveryMs: everyMs = logEveryMs }: SupervisorOptions) {
  const timer = setInterval(() => {
    for (const path of paths) rollLog(path, room)
  }, everyMs)
  return timer.unref()
}

const notStarted = (program: Program): Kept => ({
  program,
  child: undefined,
  isReady: false,
  failures: 0,
  firstStartMs: undefined,
})

async function inOrder(kept: readonly Kept[], launch: (one: Kept) => Promise<void>): Promise<void> {
  const ready = new Map<string, Promise<void>>()
  for (const one of kept.filter(({ program }) => !program.isLate)) {
    const before = (one.program.after ?? []).map((name) => ready.get(name))
    ready.set(
      one.program.name,
      Promise.all(before).then(() => launch(one)),
    )
  }
  await Promise.all(ready.values())
}

const readyWithin = ({ firstStartMs }: Kept, { readyWithinMs = firstReadyMs }: SupervisorOptions): number =>
  firstStartMs === undefined ? readyWithinMs : Math.max(laterReadyMs, 3 * firstStartMs)

function sayWaiting(kept: readonly Kept[], { say, sayWaitingMs = waitingEveryMs }: SupervisorOptions): NodeJS.Timeout {
  const since = performance.now()
  return setInterval(() => {
    const waited = kept.filter(({ child, firstStartMs }) => child && firstStartMs === undefined)
    const names = waited.map(({ program }) => program.name).join(', ')
    if (names) say(`still starting ${names} (${Math.round((performance.now() - since) / 1000)} s)`)
  }, sayWaitingMs)
}

function expectReady(kept: readonly Kept[]): void {
  const away = kept.filter(({ isReady }) => !isReady).map(({ program }) => program.name)
  if (away.length > 0) throw new Error(`not running: ${away.join(', ')}`)
}

/** Keeps programs running. Restarts use exponential backoff up to 10 s. */
export function createSupervisor(programs: readonly Program[], options: SupervisorOptions): Supervisor {
  const { logDir, say, stopWithinMs = 3_000, firstPauseMs = 250 } = options
  mkdirSync(logDir, { recursive: true })
  const kept: Kept[] = programs.map(notStarted)
  const stopping = new AbortController()
  const logOf = ({ name }: Program): string => join(logDir, `${name}.log`)
  const roller = rollLogs(programs.map(logOf), options)
  const report = (): void => options.onPids?.(kept.flatMap(({ child }) => child?.pid ?? []))

  async function launch(one: Kept): Promise<void> {
    const { child, ready } = launchChild(one.program, logOf(one.program), readyWithin(one, options))
    const since = performance.now()
    one.child = child
    report()
    child.once('exit', (code, signal) => {
      if (one.child === child) one.child = undefined
      one.isReady = false
      report()
      endGroup(child.pid)
      ready.then(
        () => {
          if (performance.now() - since > steadyMs) one.failures = 0
          if (!stopping.signal.aborted) void restart(one, `ended (${signal ?? `code ${code}`})`)
        },
        () => {},
      )
    })
    await ready
    one.isReady = one.child === child
    one.firstStartMs ??= performance.now() - since
  }

  async function restart(one: Kept, why: string): Promise<void> {
    const pauseMs = Math.min(firstPauseMs * 2 ** one.failures, pauseMaxMs)
    one.failures += 1
    say(`${one.program.name} ${why}; starting it again in ${pauseMs} ms`)
    try {
      await wait(pauseMs, undefined, { signal: stopping.signal })
      await launch(one)
      say(`${one.program.name} is back`)
    } catch (error) {
      if (!stopping.signal.aborted) void restart(one, `did not start (${saidBy(error)})`)
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearInterval(roller)
    for (const { child, program } of kept.toReversed())
      if (child) await endChild(child, program.stopWithinMs ?? stopWithinMs)
  }

  async function start(): Promise<void> {
    const patience = sayWaiting(kept, options)
    try {
      await inOrder(kept, launchFirst)
    } catch (error) {
      await stop()
      throw error
    } finally {
      clearInterval(patience)
    }
    for (const one of kept.filter(({ program }) => program.isLate)) void launchOrRetry(one)
  }

  async function launchOrRetry(one: Kept): Promise<void> {
    try {
      if (!stopping.signal.aborted) await launch(one)
    } catch (error) {
      if (!stopping.signal.aborted) void restart(one, `did not start (${saidBy(error)})`)
    }
  }

  async function launchFirst(one: Kept): Promise<void> {
    try {
      stopping.signal.throwIfAborted()
      await launch(one)
      say(`${one.program.name} is ready (${((one.firstStartMs ?? 0) / 1000).toFixed(1)} s)`)
    } catch (error) {
      throw new StartError(one.program.name, saidBy(error))
    }
  }

  const pidOf = (name: string) => kept.find(({ program }) => program.name === name)?.child?.pid
  return { start, stop, expectRunning: async () => expectReady(kept), pidOf }
}

/** Runs a child in a separate process group, so Ctrl-C reaches only the supervisor. */
function launchChild(program: Program, path: string, readyWithinMs: number) {
  const log = openSync(path, 'a', 0o600)
  fchmodSync(log, 0o600)
  const from = statSync(path).size
  const secret = program.secretFile === undefined ? undefined : openSync(program.secretFile, 'r')
  const child = fork(program.file, [...(program.args ?? [])], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc', ...(secret === undefined ? [] : [secret])],
  })
  closeSync(log)
  if (secret !== undefined) closeSync(secret)
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`it was not ready within ${readyWithinMs / 1000} s; see ${path}`))
      void endChild(child, 0)
    }, readyWithinMs)
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') resolve()
      else if (message.type === 'failed') reject(new Error(message.message))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      const said = readFileSync(path).subarray(from).toString('utf8').trim().slice(-1_000)
      reject(new Error(`it ended (${signal ?? `code ${code}`}). ${said || 'It said nothing.'}`))
    })
    const settled = (): void => clearTimeout(late)
    child.once('message', settled)
  })
  ready.catch(() => {})
  return { child, ready }
}

/** Closes the channel to request a stop, then kills the child after the timeout. */
async function endChild(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => {
    endGroup(child.pid)
    child.kill('SIGKILL')
  }, withinMs)
  await gone
  clearTimeout(timer)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group is empty.
  }
}
