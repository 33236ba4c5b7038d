/**
 * Does something for each in turn, also after one has failed. Each waits for those before it: what may take long has a loop of its own.
 * @throws the first error, after all were tried.
 */
export async function eachInTurn<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const problems: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      problems.push(error)
    }
  if (problems.length > 0) throw problems[0]
}

/** Does something for each, so many at once; one that takes long holds up no other. @throws the first error, and begins nothing more then. */
export async function eachAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  let hasFailed = false
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return
      try {
        await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
}
