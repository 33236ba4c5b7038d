export type BlockProducer = {
  /** Mines a block per interval until `count` more exist. Earlier requests remain valid. */
  want(count: number): void
  stop(): void
}

/** Idle unless blocks are requested. @param onError called before a retry one interval later. */
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
