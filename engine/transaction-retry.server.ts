import { setTimeout as wait } from 'node:timers/promises'
import { sqlState } from './sql-state.server.ts'

/** Serialization failure and deadlock: nothing changed, so a retry may succeed. */
export const lostTransaction: ReadonlySet<string> = new Set(['40001', '40P01'])
const attemptsMax = 6

/** Runs a transaction again if it lost to another one. @throws the last error */
export async function retryTransaction<Out>(transact: () => Promise<Out>): Promise<Out> {
  for (let attempts = 1; ; attempts++)
    try {
      return await transact()
    } catch (error) {
      if (!lostTransaction.has(sqlState(error)) || attempts === attemptsMax) throw error
      await wait(attempts * 5)
    }
}
