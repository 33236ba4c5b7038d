/** 'new': listeners not polled since they joined. */
export type Whom = 'all' | 'new'

export type PaceOptions = {
  /** Never throws. */
  readonly look: (whom: Whom) => Promise<void>
  readonly waiting: () => Whom | undefined
  readonly everyMs: number
}

/** After a poll, rests nine times its duration, to protect a slow database. */
const restOfLook = 9
const gatherMs = 100

export function createPace({ look, waiting, everyMs }: PaceOptions) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let [allDueAt, newDueAt] = [0, 0]

  function plan(): void {
    clearTimeout(timer)
    const whom = looking ? undefined : waiting()
    if (!whom) return
    const dueAt = whom === 'new' ? Math.min(allDueAt, newDueAt) : allDueAt
    const go = () => void run(performance.now() >= allDueAt ? 'all' : 'new')
    timer = setTimeout(go, Math.max(0, dueAt - performance.now()))
    timer.unref()
  }

  function run(whom: Whom): Promise<void> {
    const since = performance.now()
    looking ??= look(whom).finally(() => {
      looking = undefined
      const now = performance.now()
      const rest = restOfLook * (now - since)
      if (whom === 'all') allDueAt = now + Math.max(everyMs, rest)
      newDueAt = now + Math.max(Math.min(everyMs, gatherMs), rest)
      plan()
    })
    return looking
  }

  return {
    plan,
    run: () => run('all'),
    async stop(): Promise<void> {
      clearTimeout(timer)
      await looking
    },
  }
}
