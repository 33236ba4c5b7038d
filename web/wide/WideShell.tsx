import './wide.css'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { changeQuery, type Query } from '#ui/shell/navigation.ts'
import { BesideScreen, ScreenQuery } from '#ui/shell/screen-query.ts'
import { TabBar } from '#ui/shell/TabBar.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { useText } from '#ui/text/texts.ts'
import { ErrorBoundary } from '../failing/ErrorBoundary.tsx'
import { loadRoute } from '../route-loading.ts'
import { type RoutePath, routes } from '../routes.ts'
import { barOf, isTab, tabsOf } from '../tabs.ts'
import type { Shown } from '../use-shown.ts'
import { type Beside, besideOf, type Entry, entryOf, isList } from './beside.ts'
import { highlightOpen } from './highlight-open.ts'
import { listenForKeys } from './keys.ts'

const left = new Map<string, Query>()
const beforeOneIsIn = /^\/$|^\/pages\/(start|login|back)\//

/** Side menu and list for windows from 900 px. */
export function WideShell({ shown }: { shown: Shown }) {
  const t = useText()
  const { path, query } = shown.location
  const bar = barOf(useBoot())
  if (isList(shown.location)) left.set(path, query)
  const beside = besideOf(shown.location, left)
  useEffect(listenForKeys, [])
  useEffect(() => highlightOpen(location.hash))
  return (
    <>
      {!isTab(path, bar) && !beforeOneIsIn.test(path) && (
        <TabBar tabs={tabsOf(t, bar)} current={path} label={t('tab.menu')} />
      )}
      {beside && <Pane key={beside.path + (beside.query.view ?? '')} beside={beside} />}
      {isList(shown.location) && <First key={shown.location.visit} list={path} />}
    </>
  )
}

function useScreen(path: RoutePath): ComponentType | undefined {
  const [Screen, setScreen] = useState<ComponentType>()
  useEffect(() => {
    loadRoute(path).then(
      (screen) => setScreen(() => screen),
      () => undefined,
    )
  }, [path])
  return Screen
}

/** Waits for the list's rows. */
function useFirstEntry(list: string): Entry | undefined {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => {
    const look = () => {
      for (const { hash } of document.querySelectorAll<HTMLAnchorElement>('.panes > .screen a[href^="#/"]')) {
        const found = entryOf(hash, list)
        if (!found) continue
        observer.disconnect()
        highlightOpen(hash)
        return setEntry(found)
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [list])
  return entry
}

/** Opens the list's first entry, so half of the window is not empty. */
function First({ list }: { list: string }) {
  const t = useText()
  const entry = useFirstEntry(list)
  if (!entry) return <p className="pane-empty text-ink-3">{t('wide.choose')}</p>
  return <OpenEntry {...entry} />
}

function OpenEntry({ path, query }: Entry) {
  const t = useText()
  const Screen = useScreen(path)
  const route = routes[path]
  return (
    <aside className="pane-first" aria-label={route && t(route.title)}>
      {Screen && (
        <ErrorBoundary>
          <BesideScreen value={changeQuery}>
            <ScreenQuery value={query}>
              <Screen />
            </ScreenQuery>
          </BesideScreen>
        </ErrorBoundary>
      )}
    </aside>
  )
}

function Pane({ beside }: { beside: Beside }) {
  const t = useText()
  const { path, follows, isEven } = beside
  const Screen = useScreen(path)
  const [own, setOwn] = useState(beside.query)
  const box = useRef<HTMLElement>(null)
  const route = routes[path]
  const from = useRef(scrollY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is there
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = from.current
  }, [Screen])
  const change = (next: Readonly<Record<string, string | undefined>>) => {
    const changed = Object.fromEntries(
      Object.entries({ ...own, ...next }).filter((entry): entry is [string, string] => Boolean(entry[1])),
    )
    left.set(path, changed)
    setOwn(changed)
  }
  return (
    <aside ref={box} className="beside" data-even={isEven} aria-label={route && t(route.title)}>
      {Screen && (
        <ErrorBoundary>
          <BesideScreen value={follows ? changeQuery : change}>
            <ScreenQuery value={follows ? beside.query : own}>
              <Screen />
            </ScreenQuery>
          </BesideScreen>
        </ErrorBoundary>
      )}
    </aside>
  )
}
