import type { Db } from '#kit/db.ts'

/** How long loops look often after somebody began something: what follows from it, as blocks that confirm a payment, tells no news. */
const awakeMs = 20_000

/** Whether something was begun lately that the loops of this process may have to do with. Without news they look every few seconds only. */
export type Awake = { isAwake(): boolean; close(): void }

/** Awake after a start, and after all news of a database. */
export function awakeBy(db: Pick<Db, 'hear'>): Awake {
  let until = performance.now() + awakeMs
  const close = db.hear(() => {
    until = performance.now() + awakeMs
  })
  return { isAwake: () => performance.now() < until, close }
}
