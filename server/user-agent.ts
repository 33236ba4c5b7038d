import { holdsPhrase } from '#identity/phrase-guard.ts'

/** Cache that evicts the oldest. */
const known = new Map<string, string>()
const [knownMax, lengthMax] = [1_000, 200]

/** Normalizes the user agent stored with a session, so it cannot carry a recovery phrase. */
export function userAgentOf(name = ''): string {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const agent = holdsPhrase(name) ? '' : name.slice(0, lengthMax)
  if (agent === name) known.set(name, agent)
  const oldest = known.size > knownMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return agent
}
