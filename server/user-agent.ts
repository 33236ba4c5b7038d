import { holdsPhrase } from '#identity/phrase-guard.ts'

/** Names of browsers that were looked at: there are few of them, and each comes with every request. The oldest goes first. */
const known = new Map<string, string>()
const [knownMax, lengthMax] = [1_000, 200]

/** What the browser calls itself, as it is kept with a session: not a place to leave a phrase. */
export function userAgentOf(name = ''): string {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const agent = holdsPhrase(name) ? '' : name.slice(0, lengthMax)
  if (agent === name) known.set(name, agent)
  const oldest = known.size > knownMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return agent
}
