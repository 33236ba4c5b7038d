/** What a child process tells its supervisor. */
export type ChildMessage =
  | { readonly type: 'ready' }
  /** It cannot go on, and why, in words for whoever typed the command. */
  | { readonly type: 'failed'; readonly message: string }

/** A running part; `stop` lets go of everything it holds. */
export type Running = { stop(): Promise<void> }

/** How long a part may take to let go before it is ended anyway. The supervisor allows a little more. */
const stopWithinMs = 2_000

/**
 * Runs one part of the product as a child process: starts it, says `ready`, and stops it when the channel to the supervisor
 * closes. So no child outlives its supervisor, even one that was killed without a word, whether the part was still starting then
 * or running. Started by hand, without a channel, it runs until a signal.
 * @param start is handed what ends the process at once when the part cannot go on.
 * @param withinMs how long stopping may take before the process ends anyway.
 */
export async function runChild(
  start: (fail: (error: unknown) => void) => Promise<Running>,
  withinMs = stopWithinMs,
): Promise<void> {
  let running: Running | undefined
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
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
    // A moment for the message to be on its way.
    setTimeout(() => process.exit(1), 100)
  }
  // Ctrl-C reaches the whole terminal group; the supervisor decides the order of stopping.
  if (process.channel) process.on('SIGINT', () => {})
  else process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  // The channel closed while the modules of this process were still being read: nobody will say so again.
  if (process.connected === false) return stop()
  try {
    running = await start(fail)
  } catch (error) {
    return fail(error)
  }
  if (!stopping) tell({ type: 'ready' })
}

/** Nobody may be listening any more: then the channel's end is about to be noticed, and that is what counts. */
function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
