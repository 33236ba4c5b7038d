import { type Address, type Checks, type Monitor, startMonitor } from './monitor/monitor.server.ts'

export type ChildMessage = { readonly type: 'ready' } | { readonly type: 'failed'; readonly message: string }

export type Running = {
  stop(): Promise<void>
  readonly checks?: Checks
}

export type ChildOptions = {
  readonly stopWithinMs?: number
  readonly monitor?: Address | undefined
}

/** Time limit for stopping. The supervisor allows slightly more. */
const stopWithinMs = 2_000

/**
 * Runs a child process until the supervisor's channel closes, so no child outlives the supervisor. Without a channel it runs until a
 * signal. @param start gets a function that ends the process immediately.
 */
export async function runChild(
  start: (fail: (error: unknown) => void) => Promise<Running>,
  { stopWithinMs: withinMs = stopWithinMs, monitor: at }: ChildOptions = {},
): Promise<void> {
  let monitor: Monitor | undefined
  let running: Running | undefined
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    monitor?.draining()
    setTimeout(() => process.exit(1), withinMs).unref()
    const stopped = running?.stop() ?? Promise.resolve()
    stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  const fail = (error: unknown): void => {
    if (stopping) return
    stopping = true
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    setTimeout(() => process.exit(1), 100)
  }
  // Ctrl-C reaches the whole terminal group, but the supervisor decides the order.
  if (process.channel) process.on('SIGINT', () => {})
  else process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  // The channel closed during module loading, so no event will follow.
  if (process.connected === false) return stop()
  try {
    if (at) monitor = await startMonitor(at)
    running = await start(fail)
  } catch (error) {
    return fail(error)
  }
  monitor?.ready(running.checks ?? {})
  if (!stopping) tell({ type: 'ready' })
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
