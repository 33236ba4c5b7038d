/** What a child process tells its supervisor, and how it ends: when told to, or when the supervisor is gone. */
export type ChildMessage =
  | { readonly type: 'ready' }
  /** It cannot start, and why, in words for whoever typed the command. */
  | { readonly type: 'failed'; readonly message: string }

/** A running part; `stop` lets go of everything it holds. */
export type Running = { stop(): Promise<void> }

/** How long a part may take to let go before it is ended anyway. The supervisor allows a little more. */
const stopWithinMs = 2_000

/**
 * Runs one part of the product as a child process: starts it, says `ready`, and stops it when the channel to the
 * supervisor closes. So no child outlives its supervisor, even one that was killed without a word.
 */
export async function runChild(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    const stopped = running?.stop() ?? Promise.resolve()
    stopped.then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  // Ctrl-C reaches the whole terminal group; the supervisor decides the order of stopping.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  try {
    running = await start()
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 100)
    return
  }
  if (!stopping) tell({ type: 'ready' })
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
