import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from '#kit/db.ts'

/** When the run the current code belongs to was left. */
const run = new AsyncLocalStorage<AbortSignal>()

/**
 * Does a piece of work that may be left at any moment: when the signal says so, the work is waited for no longer, and from then on
 * whatever it asks of a guarded part fails. @throws the signal's reason
 */
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

/** The same object; what a run asks of it ends with the run. All its functions are asynchronous. */
export const guarded = <Part extends object>(part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'function' ? (...given: unknown[]) => orLeft(() => value(...given)) : value,
    ]),
  ) as Part

/** The same database: a run that was left writes nothing any more, and the transaction it was in is undone. */
export const guardedDb = (db: Db): Db => ({
  ...guarded(db),
  transaction: (work) =>
    orLeft(() => db.transaction((tx) => work({ ...tx, ...guarded<Pick<Tx, 'query'>>({ query: tx.query }) }))),
  hear: db.hear,
  close: () => db.close(),
})
