import { LRUCache } from 'lru-cache'
import { holdsPhrase } from '#identity/passwords/phrase-guard.ts'

const known = new LRUCache<string, string>({ max: 1_000 })
const lengthMax = 200

/** Normalizes the user agent stored with a session, so it cannot carry a recovery phrase. */
export function userAgentOf(name = ''): string {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const agent = holdsPhrase(name) ? '' : name.slice(0, lengthMax)
  if (agent === name) known.set(name, agent)
  return agent
}
