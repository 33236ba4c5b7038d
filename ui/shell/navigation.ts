import { useSyncExternalStore } from 'react'

/** web/routes.ts extends this with all paths, so invalid links do not compile. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from the room above
export interface AppPaths {}
export type Path = keyof AppPaths
export type Query = Readonly<Record<string, string>>
export type Location = {
  readonly path: string
  readonly query: Query
  /** Number of app history entries before this one. */
  readonly depth: number
  readonly visit: string
}

type Wanted = Pick<Location, 'path' | 'query'>
type HistoryState = {
  readonly depth: number
  readonly visit: string
  /** Set on the extra history entry of an overlay: the visit of its screen. */
  readonly over?: string
  readonly wanted?: Wanted | undefined
}
const stateNow = () => history.state as HistoryState | null
const listeners = new Set<() => void>()

const visitOf = (depth: number): string => `${depth}-${performance.now()}`

/** Typed or external addresses start a new visit without history. */
function read(): Location {
  const [path = '', search = ''] = location.hash.replace(/^#/, '').split('?')
  const known = stateNow()
  const { depth, visit } = known ?? { depth: 0, visit: visitOf(0) }
  if (!known) history.replaceState({ depth, visit }, '')
  return {
    path: path.replace(/\/+$/, '') || '/',
    query: Object.fromEntries(new URLSearchParams(search)),
    depth,
    visit,
  }
}

export function hrefOf(path: Path | string, query?: Query): string {
  const search = new URLSearchParams(query).toString()
  return `#${path}${search ? `?${search}` : ''}`
}

let current = read()
let over = stateNow()?.over
function changed(): void {
  current = read()
  over = stateNow()?.over
  for (const listener of listeners) listener()
}
const layers: (() => void)[] = []
let returning = false
let leaving = false
/** Adds an entry for the same visit, so browser back closes an overlay instead of leaving the app. */
function stepOver(): void {
  if (current.depth > 0 || over !== undefined) return
  over = current.visit
  history.pushState({ depth: 0, visit: current.visit, over } satisfies HistoryState, '')
}
/** While an overlay is open, browser back closes only the overlay. @returns a function that removes the overlay */
export function layOver(close: () => void): () => void {
  layers.push(close)
  stepOver()
  return () => {
    const place = layers.lastIndexOf(close)
    if (place >= 0) layers.splice(place, 1)
  }
}
addEventListener('popstate', ({ state }) => {
  if (returning) {
    returning = false
    return
  }
  const top = leaving ? undefined : layers.at(-1)
  leaving = false
  const known = state as HistoryState | null
  const depth = known?.depth
  if (over !== undefined && known?.visit === over && known.over === undefined) {
    if (!top) {
      changed()
      history.back()
      return
    }
    over = undefined
    const { visit, path, query } = current
    history.replaceState({ depth: 0, visit } satisfies HistoryState, '', hrefOf(path, query))
    top()
    // Remaining overlays need a history entry.
    if (layers.length > 1) stepOver()
  } else if (top && depth !== undefined && depth < current.depth) {
    returning = true
    top()
    history.forward()
  } else changed()
})
addEventListener('hashchange', () => {
  if (!returning && hrefOf(current.path, current.query) !== location.hash) changed()
})
history.scrollRestoration = 'manual'

export const currentLocation = (): Location => current
export function onLocationChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useLocation = (): Location => useSyncExternalStore(onLocationChange, currentLocation, currentLocation)

/** `replace` adds no history entry. */
export function go(path: Path, query?: Query, { replace = false } = {}): void {
  const depth = replace ? current.depth : current.depth + 1
  const state: HistoryState = {
    depth,
    visit: visitOf(depth),
    wanted,
    ...(replace && over !== undefined ? { over } : {}),
  }
  if (replace) history.replaceState(state, '', hrefOf(path, query))
  else history.pushState(state, '', hrefOf(path, query))
  changed()
}

/**
 * Replaces parameters of the current visit, such as a filter or tab, without remounting or a history entry. Going back or reloading
 * restores them.
 */
export function changeQuery(change: Readonly<Record<string, string | undefined>>): void {
  const query = Object.fromEntries(
    Object.entries({ ...current.query, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  history.replaceState(history.state, '', hrefOf(current.path, query))
  changed()
}

let wanted = (history.state as HistoryState | null)?.wanted
/** Saves a screen to open after sign-in. */
export function wantLater({ path, query }: Location): void {
  wanted = { path, query }
}
export const wantedScreen = (): Wanted | undefined => wanted
export function goWanted(otherwise: Path): void {
  const { path, query } = wanted ?? { path: otherwise, query: undefined }
  wanted = undefined
  go(path as Path, query, { replace: true })
}

export function back(fallback: Path): void {
  if (current.depth > 0) {
    leaving = true
    history.back()
  } else go(fallback, undefined, { replace: true })
}

let paths: readonly string[] = []
let prefetcher: (path: Path) => void = () => {}
export function navigateAmong(known: readonly string[], load: (path: Path) => void): void {
  paths = known
  prefetcher = load
}
export const isPath = (path: string): path is Path => paths.includes(path)
export const prefetch = (path: Path): void => prefetcher(path)
