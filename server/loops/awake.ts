import type { Db } from '#kit/store/db.ts'

/** After activity, loops poll often for this time, because effects such as confirming blocks send no notification. */
const awakeMs = 20_000

/** False without recent activity. Loops then poll only every few seconds. */
export type Awake = { isAwake(): boolean; close(): void }

export function awakeBy(db: Pick<Db, 'hear'>): Awake {
  let until = performance.now() + awakeMs
  const close = db.hear(() => {
    until = performance.now() + awakeMs
  })
  return { isAwake: () => performance.now() < until, close }
}
