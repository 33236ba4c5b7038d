import { useEffect } from 'react'
import { DemoBadge } from '#ui/shell/DemoBadge.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { currentLocation, type Path } from '#ui/shell/navigation.ts'
import { OfflineBanner } from '#ui/shell/OfflineBanner.tsx'
import { ScreenQuery, UpOfScreen } from '#ui/shell/screen-query.ts'
import { TabBar } from '#ui/shell/TabBar.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Toasts } from '#ui/show/Toasts.tsx'
import { useText } from '#ui/text/texts.ts'
import { Busy } from './failing/Busy.tsx'
import { ErrorBoundary } from './failing/ErrorBoundary.tsx'
import { FailedScreen } from './failing/FailedScreen.tsx'
import { useAlarm } from './live/alarm.ts'
import { missing, routes } from './routes.ts'
import { barOf, isTab, tabsOf, upOf } from './tabs.ts'
import { type Shown, useShown } from './use-shown.ts'
import { useWide, type Wide } from './use-wide.ts'

const saysItself: readonly string[] = ['/pages/index/index', '/pages/wallet/index', '/pages/proof/mine']

export function App({ first, wide }: { first: Shown; wide: Wide | undefined }) {
  const t = useText()
  const { shown, busy, failed, retry } = useShown(first)
  const WideShell = useWide(wide)
  const alarm = useAlarm()
  const { path } = failed ? currentLocation() : shown.location
  const route = routes[path]
  const bar = barOf(useBoot())
  useEffect(() => {
    document.title = [t((route ?? missing).title), t('app.name')].join(' · ')
  })
  return (
    <>
      <OfflineBanner />
      {alarm && !saysItself.includes(path) && (
        <div role="alert" className="sticky top-0 z-20 bg-neg-soft px-4 py-2 text-center text-small">
          <Link
            to="/pages/proof/mine"
            className="press inline-block min-h-11 content-center font-semi text-neg underline"
          >
            {alarm}
          </Link>
        </div>
      )}
      {busy && <Busy />}
      <div className="panes">
        {WideShell && <WideShell shown={shown} />}
        {failed ? (
          <FailedScreen error={undefined} onRetry={retry} />
        ) : (
          <ErrorBoundary key={shown.location.visit + path}>
            <ScreenQuery value={shown.location.query}>
              <UpOfScreen value={upOf(path, bar) as Path | undefined}>
                <shown.Screen />
              </UpOfScreen>
            </ScreenQuery>
          </ErrorBoundary>
        )}
      </div>
      {(isTab(path, bar) || failed) && <TabBar tabs={tabsOf(t, bar)} current={path} label={t('tab.menu')} />}
      <DemoBadge />
      <Toasts />
    </>
  )
}
