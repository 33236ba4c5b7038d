import type { Db, Sql, Tx } from '#kit/store/db.ts'
import type { Chains } from '#outside/chains/connect.server.ts'

export class Killed extends Error {}

export type Stepping = {
  readonly db: Db
  readonly chains: Chains
  readonly calls: () => number
}
export type Mortal = Stepping & { readonly isDead: () => boolean }

/** Stops all calls to the database, nodes and the signer at `diesAt`, before or after a call. 0: never. */
export function mortal(db: Db, chains: Chains, diesAt: number): Mortal {
  const isDead = (count: number) => diesAt > 0 && count >= diesAt
  const worker = stepping(db, chains, (count) => {
    if (isDead(count)) throw new Killed(`killed at call ${count}`)
  })
  return { ...worker, isDead: () => isDead(worker.calls()) }
}

/** Lets `other` run at call `at`, or at the next outside a transaction. */
export function interrupted(db: Db, chains: Chains, at: number, other: () => Promise<unknown>): Stepping {
  let isDue = true
  return stepping(db, chains, async (count, isInTransaction) => {
    if (count < at || isInTransaction || !isDue) return
    isDue = false
    await other()
  })
}

type Step = (count: number, isInTransaction: boolean) => void | Promise<void>

function stepping(db: Db, chains: Chains, onStep: Step): Stepping {
  let count = 0
  const step = (isInTransaction: boolean) => {
    count += 1
    return onStep(count, isInTransaction)
  }
  const guarded = <Of extends object>(target: Of, own: Partial<Of> = {}, isTx = false): Of =>
    new Proxy(target, {
      get(of, name) {
        if (Object.hasOwn(own, name)) return Reflect.get(own, name)
        const value: unknown = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          await step(isTx)
          const result: unknown = await Reflect.apply(value, of, given)
          await step(isTx)
          return result
        }
      },
    })
  const transaction: Db['transaction'] = async (work, options) => {
    const result = await db.transaction(async (tx) => {
      const done = await work(guarded<Sql>(tx, {}, true) as Tx)
      await step(true)
      return done
    }, options)
    await step(false)
    return result
  }
  const connected = [...chains.connected].map(
    ([chain, each]) => [chain, { ...each, port: guarded(each.port) }] as const,
  )
  return {
    db: guarded(db, { transaction }),
    chains: { signer: guarded(chains.signer), connected: new Map(connected) },
    calls: () => count,
  }
}
