/** Runs `work` sequentially and continues after failures. @throws the first error, after all were tried. */
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

/** Runs `work` with limited concurrency. After an error, no more items start. @throws the first error */
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
