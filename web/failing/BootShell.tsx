import type { ReactNode } from 'react'
import { Screen } from '#ui/shell/Screen.tsx'
import { TabBar } from '#ui/shell/TabBar.tsx'
import { Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { GuestTop } from '../screens/home/HomeParts.tsx'
import { StartScreen } from '../screens/StartScreen.tsx'
import type { Kind } from '../shell-kinds.ts'
import { tabsOf } from '../tabs.ts'

/**
 * HTML shown before scripts run, prerendered per language (scripts/build/prerender.ts). `start` is the complete start page. Other kinds have
 * fixed headings and placeholders of final height.
 */
export function BootShell({ kind }: { kind: Kind }) {
  const t = useText()
  return (
    <>
      {shells[kind]()}
      <div className="boot-failed bg-neg-soft text-neg" role="alert">
        <p>{t('network.later')}</p>
        <button type="button" className="min-h-11 px-4 font-semi underline">
          {t('state.retry')}
        </button>
      </div>
    </>
  )
}

const shells: Readonly<Record<Kind, () => ReactNode>> = {
  start: () => <StartScreen />,
  app: () => <AppPlaces />,
  guest: () => <GuestPlaces />,
  login: () => <LoginPlaces />,
  proof: () => <ProofPlaces named="title.proof" intro="proof.intro" />,
  reserves: () => <ProofPlaces named="title.reserves" intro="reserves.intro" />,
  product: () => <ProductPlaces />,
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
            {/* Largest text of the page, so later content does not delay the largest contentful paint. */}
            <p className="mt-0.5 min-h-38 text-display font-bold leading-tight">{t('start.tagline')}</p>
          </div>
          <Skeleton className="h-22 !rounded-card" />
          <SkeletonRows />
        </div>
      </main>
      <TabBar tabs={tabsOf(t)} current="" label={t('tab.menu')} />
    </>
  )
}

function GuestPlaces() {
  const t = useText()
  return (
    <>
      <Screen>
        <GuestTop />
        <Skeleton className="h-22 !rounded-card" />
        <SkeletonRows />
      </Screen>
      <TabBar tabs={tabsOf(t)} current="" label={t('tab.menu')} />
    </>
  )
}

function LoginPlaces() {
  const t = useText()
  return (
    <Screen title={t('title.login')} up="/">
      <div className="grid justify-items-center gap-5 px-4 py-14 text-center">
        <Skeleton className="size-37 !rounded-pill" />
        <div className="grid gap-1.5">
          <h2 className="text-title font-semi leading-tight">{t('login.none')}</h2>
          <p className="text-ink-2">{t('login.none_why')}</p>
        </div>
      </div>
    </Screen>
  )
}

type ProofPlacesProps = {
  readonly named: 'title.proof' | 'title.reserves'
  readonly intro: 'proof.intro' | 'reserves.intro'
}
function ProofPlaces({ named, intro }: ProofPlacesProps) {
  const t = useText()
  return (
    <Screen title={t(named)} up="/pages/index/index">
      <p className="text-small text-ink-3">{t(intro)}</p>
      <SkeletonRows rows={6} />
    </Screen>
  )
}

function ProductPlaces() {
  const t = useText()
  return (
    <Screen title={t('title.invest_detail')} up="/pages/invest/index">
      <SkeletonRows rows={6} />
    </Screen>
  )
}
