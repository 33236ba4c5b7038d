/** Makes blocks on a chain that makes none by itself. */
export type BlockProducer = {
  /** Something waits: makes blocks, one an interval, until `count` more are there; never fewer than were asked for before. */
  want(count: number): void
  stop(): void
}

/**
 * One block an interval, only while something waits for one, so that an idle product does nothing at all.
 * @param mine makes one block.
 * @param onError a block could not be made; it is tried again an interval later.
 */
export function blockProducer(
  mine: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): BlockProducer {
  let wanted = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const next = async (): Promise<void> => {
    try {
      await mine()
      wanted -= 1
    } catch (error) {
      if (!stopped) onError(error)
    }
    timer = undefined
    plan()
  }
  const plan = (): void => {
    if (wanted > 0 && !timer && !stopped) timer = setTimeout(() => void next(), everyMs)
  }
  return {
    want(count) {
      wanted = Math.max(wanted, count)
      plan()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
