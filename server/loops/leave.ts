import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from '#kit/store/db.ts'

const run = new AsyncLocalStorage<AbortSignal>()

/** Runs work that can be abandoned. Once the signal aborts, stops waiting and makes guarded objects throw. @throws the signal's reason */
export const leavable = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  run.run(signal, () => orLeft(work))

async function orLeft<T>(call: () => Promise<T>): Promise<T> {
  const signal = run.getStore()
  if (!signal) return call()
  signal.throwIfAborted()
  let leave: () => void = () => {}
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([call(), left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Calls fail once the run is abandoned. All functions must be asynchronous. */
export const guarded = <Part extends object>(part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'function' ? (...given: unknown[]) => orLeft(() => value(...given)) : value,
    ]),
  ) as Part

/** An abandoned run writes nothing more, and its transaction rolls back. */
export const guardedDb = (db: Db): Db => ({
  ...guarded(db),
  transaction: (work) =>
    orLeft(() => db.transaction((tx) => work({ ...tx, ...guarded<Pick<Tx, 'query'>>({ query: tx.query }) }))),
  hear: db.hear,
  close: () => db.close(),
})
