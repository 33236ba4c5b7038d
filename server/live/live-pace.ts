/** Whom a look is at: everybody, or those alone who have not been looked at since they came. */
export type Whom = 'all' | 'new'

export type PaceOptions = {
  /** Looks; never throws. */
  readonly look: (whom: Whom) => Promise<void>
  /** Who waits for a look. */
  readonly waiting: () => Whom | undefined
  /** The least time between two looks at everybody. */
  readonly everyMs: number
}

/** A look may use a tenth of the time, so a slow database is not asked more than it bears. */
const restOfLook = 9
/** Newcomers are gathered for this long. */
const gatherMs = 100

/** When to look: at everybody from time to time, at newcomers a little sooner, at nobody where nobody waits. */
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
    /** Somebody came, or left. */
    plan,
    /** Looks at everybody now, or joins the look under way. */
    run: () => run('all'),
    async stop(): Promise<void> {
      clearTimeout(timer)
      await looking
    },
  }
}
