const queues = new Map<string, Promise<unknown>>()

/** Runs work under a lock across tabs. Without browser locks, the lock covers only this tab, so callers must detect concurrent writes. */
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
