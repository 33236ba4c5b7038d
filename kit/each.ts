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

/** Does something for each, so many at once. @throws the first error, and begins nothing more then. */
export async function eachAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += most) await Promise.all(items.slice(at, at + most).map(work))
}
