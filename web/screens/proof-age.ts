import { wallClock } from '#kit/clock.ts'

/**
 * The moment by which the age of a statement is judged: a demo's clock may be moved, so there it is the house's; elsewhere a house that says an
 * early moment makes no old statement new. undefined while nothing is known.
 */
export function judgedAt(config: { readonly now: string; readonly demo: boolean } | undefined): string | undefined {
  if (!config || config.demo) return config?.now
  const here = wallClock.now().toISOString()
  return Date.parse(config.now) > Date.parse(here) ? config.now : here
}
