import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { publicNetworks } from '#outside/chains/network.store.ts'

/** How long the page goes by the hosts it last read. */
const readEveryMs = 5_000

export type Frames = {
  /** Reads the hosts anew, if they are old. */
  look(): Promise<void>
  hosts(): readonly string[]
  /** Addresses of nodes that anybody may ask. */
  nodes(): readonly string[]
}

/** The hosts the page may frame and the nodes it may ask, for its security policy. While the database is away they are the ones known before, and none at first. */
export function createFrames(db: Db, wall: Clock): Frames {
  let known: readonly string[] = []
  let nodes: readonly string[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    hosts: () => known,
    nodes: () => nodes,
    async look() {
      const now = wall.now().getTime()
      if (Math.abs(now - readAtMs) < readEveryMs) return
      readAtMs = now
      try {
        known = await readSetting(db, webHosts)
        nodes = (await publicNetworks(db)).flatMap(({ publicUrl }) => publicUrl ?? []).sort()
      } catch {
        // The page is served all the same.
      }
    },
  }
}
