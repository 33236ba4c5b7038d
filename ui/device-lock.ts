const queues = new Map<string, Promise<unknown>>()

/**
 * Runs one after the other what is done under a name, in all tabs. A browser without locks keeps this order in one tab only: what is
 * done there must also look, as it writes, whether another tab has written meanwhile.
 */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  if (locks) return locks.request(`device ${name}`, work).then((done) => done)
  const before = queues.get(name) ?? Promise.resolve()
  const next = before.then(work, work)
  queues.set(
    name,
    next.catch(() => undefined),
  )
  return next
}
