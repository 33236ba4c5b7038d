import type { Db, Sql, Tx } from '#kit/db.ts'
import type { Chains } from '#outside/chains/connect.server.ts'

export class Killed extends Error {}

export type Mortal = {
  readonly db: Db
  readonly chains: Chains
  readonly calls: () => number
  readonly isDead: () => boolean
}

/** Stops all calls to the database, nodes and the signer at `diesAt`, before or after a call. 0: never. */
export function mortal(db: Db, chains: Chains, diesAt: number): Mortal {
  let count = 0
  const isDead = () => diesAt > 0 && count >= diesAt
  const step = (): void => {
    count += 1
    if (isDead()) throw new Killed(`killed at call ${count}`)
  }
  const guarded = <Of extends object>(target: Of, own: Partial<Of> = {}): Of =>
    new Proxy(target, {
      get(of, name) {
        if (Object.hasOwn(own, name)) return Reflect.get(own, name)
        const value: unknown = Reflect.get(of, name)
        if (typeof value !== 'function') return value
        return async (...given: unknown[]) => {
          step()
          const result: unknown = await Reflect.apply(value, of, given)
          step()
          return result
        }
      },
    })
  const transaction: Db['transaction'] = async (work, options) => {
    const result = await db.transaction(async (tx) => {
      const done = await work(guarded<Sql>(tx) as Tx)
      step()
      return done
    }, options)
    step()
    return result
  }
  const connected = [...chains.connected].map(
    ([chain, each]) => [chain, { ...each, port: guarded(each.port) }] as const,
  )
  return {
    db: guarded(db, { transaction }),
    chains: { signer: guarded(chains.signer), connected: new Map(connected) },
    calls: () => count,
    isDead,
  }
}
