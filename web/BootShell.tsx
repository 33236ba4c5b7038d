import { Skeleton, SkeletonRows } from '#ui/State.tsx'
import { TabBar } from '#ui/TabBar.tsx'
import { useText } from '#ui/texts.ts'
import { StartScreen } from './screens/StartScreen.tsx'
import { tabsOf } from './tabs.ts'

/**
 * What stands in the page before any script runs, one per language, drawn at build time (scripts/prerender.ts). `start` is the start
 * page itself; `app` has the places of home and wallet, as high as they will be.
 */
export function BootShell({ kind }: { kind: 'start' | 'app' }) {
  const t = useText()
  return (
    <>
      {kind === 'start' ? <StartScreen /> : <AppPlaces />}
      <p className="boot-failed bg-neg-soft text-neg" role="alert">
        {t('network.later')}
      </p>
    </>
  )
}

function AppPlaces() {
  const t = useText()
  return (
    <>
      <main className="mx-auto max-w-[480px] px-4 pt-[max(8px,env(safe-area-inset-top))] pb-28">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex min-h-14 items-center gap-3">
            <Skeleton className="size-10 !rounded-pill" />
            <Skeleton className="h-5 w-32" />
          </div>
          <div className="hero rounded-hero p-5 shadow-raised">
            <p className="text-small text-hero-ink-2">{t('balance.total')}</p>
            <div className="mt-0.5 min-h-12 text-display leading-tight">
              <Skeleton className="h-11 w-52 !bg-[#ffffff1f]" />
            </div>
            <div className="mt-1 min-h-6" />
          </div>
          <Skeleton className="h-22 !rounded-card" />
          <SkeletonRows />
        </div>
      </main>
      <TabBar tabs={tabsOf(t)} current="" label={t('tab.menu')} />
    </>
  )
}
