import { useSyncExternalStore } from 'react'

/** Filled by web/routes.ts with every path there is, so that a link to nowhere does not compile. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from the room above
export interface AppPaths {}
export type Path = keyof AppPaths
export type Query = Readonly<Record<string, string>>
export type Location = {
  readonly path: string
  readonly query: Query
  /** How many steps of ours lie behind this one. */
  readonly depth: number
  /** Unique to this visit. */
  readonly visit: string
}

type Wanted = Pick<Location, 'path' | 'query'>
type HistoryState = {
  readonly depth: number
  readonly visit: string
  /** Made so that a step back closes what lies over a screen with nothing of ours behind it: the visit of that screen. */
  readonly over?: string
  readonly wanted?: Wanted | undefined
}
const stateNow = () => history.state as HistoryState | null
const listeners = new Set<() => void>()

const visitOf = (depth: number): string => `${depth}-${performance.now()}`

/** What stands in the address bar. An address that was typed, or followed from outside, is a visit of its own, with nothing behind it. */
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

/** "#/pages/wallet/token?coin=USDT": screens live behind the hash, with their parameters. */
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
/** What lies over the screen, the topmost last. */
const layers: (() => void)[] = []
/** On the way back to where a layer lay. */
let returning = false
/** The app itself goes a step back, with whatever lies over the screen. */
let leaving = false
/** Where nothing of ours lies behind a screen, a step back would leave the app: a step of the same visit comes between. */
function stepOver(): void {
  if (current.depth > 0 || over !== undefined) return
  over = current.visit
  history.pushState({ depth: 0, visit: current.visit, over } satisfies HistoryState, '')
}
/** While a layer lies over the screen, a step back closes it and nothing else. @returns takes the layer away */
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
      // Nothing lay over it any more: the step was one too many.
      changed()
      history.back()
      return
    }
    over = undefined
    const { visit, path, query } = current
    history.replaceState({ depth: 0, visit } satisfies HistoryState, '', hrefOf(path, query))
    top()
    // What lay under it stays, and takes a step back of its own.
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
/** Where we are. */
export const useLocation = (): Location => useSyncExternalStore(onLocationChange, currentLocation, currentLocation)

/** Goes to a screen; `replace` leaves no step to come back to. */
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
 * The same visit with other parameters: a filter, a tab. Nothing on the screen starts anew, and there is no step to come back to; going
 * back to it, or loading it again, shows it as it was left. What is empty is left out of the address.
 */
export function changeQuery(change: Readonly<Record<string, string | undefined>>): void {
  const query = Object.fromEntries(
    Object.entries({ ...current.query, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  history.replaceState(history.state, '', hrefOf(current.path, query))
  changed()
}

/** Lies beside each step, so that a reload on the way to a session does not lose it. */
let wanted = (history.state as HistoryState | null)?.wanted
/** Remembers a screen that asks for a session first. */
export function wantLater({ path, query }: Location): void {
  wanted = { path, query }
}
/** The screen that is remembered. */
export const wantedScreen = (): Wanted | undefined => wanted
/** Goes to the screen that was wanted before signing in, once; or to `otherwise`. */
export function goWanted(otherwise: Path): void {
  const { path, query } = wanted ?? { path: otherwise, query: undefined }
  wanted = undefined
  go(path as Path, query, { replace: true })
}

/** One step back, or to `fallback` where the app was opened on this very screen. */
export function back(fallback: Path): void {
  if (current.depth > 0) {
    leaving = true
    history.back()
  } else go(fallback, undefined, { replace: true })
}

let paths: readonly string[] = []
let prefetcher: (path: Path) => void = () => {}
/** Set by the shell, which knows the screens and what each needs. */
export function navigateAmong(known: readonly string[], load: (path: Path) => void): void {
  paths = known
  prefetcher = load
}
/** Whether a path that came as data is a screen of ours. */
export const isPath = (path: string): path is Path => paths.includes(path)
/** Fetches a screen before it is asked for. */
export const prefetch = (path: Path): void => prefetcher(path)
