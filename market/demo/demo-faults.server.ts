import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { type Fault, isFault } from '#outside/feeds/demo-feed.ts'
import { demoFaults } from '../feeds/feed-settings.ts'

/** No simulated faults outside the demo. */
export async function faultsTold(sql: Sql, demo: boolean): Promise<(name: string) => Fault | undefined> {
  const told = demo ? await readSetting(sql, demoFaults) : {}
  return (name) => {
    const fault = told[name]
    return fault !== undefined && isFault(fault) ? fault : undefined
  }
}
