import type { Db } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { publicNetworks } from '#outside/chains/network.store.ts'

const readEveryMs = 5_000

export type FrameHosts = {
  /** Reloads stale values. */
  look(): Promise<void>
  hosts(): readonly string[]
  nodes(): readonly string[]
}

/** Hosts and nodes for the content security policy. The last values stay during a database outage. */
export function createFrameHosts(db: Db, wall: Clock): FrameHosts {
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
        // Serve the page anyway.
      }
    },
  }
}
