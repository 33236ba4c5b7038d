import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { currentSession, useSession } from '#ui/session/session.ts'
import { currentLocation, go, type Location, type Path, useLocation, wantLater } from '#ui/shell/navigation.ts'
import { loadRoute, reloadAgain, reloadOnce } from './route-loading.ts'
import { homePath, routes, type ScreenComponent, signInPath } from './routes.ts'

/** Displayed screen. Lags behind the address until the next screen loads. */
export type Shown = { readonly location: Location; readonly Screen: ScreenComponent }
type Shell = { readonly shown: Shown; readonly busy: boolean; readonly failed: boolean; retry(): void }

function detour(path: string, signedIn: boolean): Path | undefined {
  const guard = routes[path]?.guard
  if (guard === 'session' && !signedIn) return signInPath
  if (guard === 'guest' && signedIn) return homePath
  return undefined
}

/** Placeholder if the first screen fails to load. Navigation still works. */
const Unfetched: ScreenComponent = () => null

/** Loads the first screen before rendering, so the prerendered shell stays visible. */
export async function fetchFirst(): Promise<Shown> {
  const { path } = currentLocation()
  const elsewhere = detour(path, currentSession() !== undefined)
  if (elsewhere) {
    if (elsewhere === signInPath) wantLater(currentLocation())
    go(elsewhere, undefined, { replace: true })
  }
  const location = currentLocation()
  const Screen = await loadRoute(location.path).catch(async () =>
    (await reloadOnce()) ? new Promise<never>(() => {}) : Unfetched,
  )
  Screen.begin?.()
  return { location, Screen }
}

const scrolled = new Map<string, number>()

function swap(change: () => void): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!document.startViewTransition || still || document.visibilityState !== 'visible') flushSync(change)
  else {
    // An interrupted fade is harmless: the screen has changed.
    const { ready, finished } = document.startViewTransition(() => flushSync(change))
    for (const fade of [ready, finished]) fade.catch(() => undefined)
  }
}

const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

/** Applies the address: guards, loading, fade, scroll position and heading focus. */
export function useShown(first: Shown): Shell {
  const location = useLocation()
  const signedIn = useSession() !== undefined
  const [shown, setShown] = useState(first)
  const [failed, setFailed] = useState(first.Screen === Unfetched)
  // Rendering replaces the shell, so focus on a link moves to the heading.
  const [hadFocus] = useState(() => ![null, document.body].includes(document.activeElement as HTMLElement | null))
  useEffect(() => {
    if (hadFocus) focusHeading()
  }, [hadFocus])
  const [attempts, setAttempts] = useState(0)
  const last = useRef(first)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another try of the same
  useEffect(() => {
    const elsewhere = detour(location.path, signedIn)
    if (elsewhere) {
      // Saves a screen opened while signed out, but not after a session ends.
      if (elsewhere === signInPath && location.visit !== last.current.location.visit) wantLater(location)
      go(elsewhere, undefined, { replace: true })
      return
    }
    let wanted = true
    const arrive = (Screen: ScreenComponent) => {
      Screen.begin?.()
      const before = last.current
      scrolled.set(before.location.visit, scrollY)
      const next = { location, Screen }
      last.current = next
      // A new visit is a new screen, even at the same address. The spec uses one address for a list and its items.
      const { path, visit } = before.location
      const samePlace = path === location.path && visit === location.visit && before.Screen === Screen
      const place = () => {
        setFailed(false)
        setShown(next)
      }
      if (samePlace) place()
      else
        swap(() => {
          place()
          queueMicrotask(() => {
            scrollTo(0, scrolled.get(location.visit) ?? 0)
            focusHeading()
          })
        })
    }
    loadRoute(location.path).then(
      (screen) => wanted && arrive(screen),
      async () => wanted && !(await reloadOnce()) && wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [location, signedIn, attempts])

  useEffect(() => {
    if (!failed) return
    const again = () => setAttempts((count) => count + 1)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed])

  const busy = shown.location !== location && !failed
  const retry = () => {
    reloadAgain()
    setAttempts(attempts + 1)
  }
  return { shown, busy, failed, retry }
}
