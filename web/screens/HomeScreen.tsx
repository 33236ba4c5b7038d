import { lazy, Suspense } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { getHome } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { loadConfig } from '#kit/wire/app.contract.ts'
import { ButtonLink, IconLink } from '#ui/Button.tsx'
import { Heading } from '#ui/Facts.tsx'
import { isAbove } from '#ui/format.ts'
import { Hero } from '#ui/Hero.tsx'
import { Link } from '#ui/Link.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState, Skeleton, SkeletonRows } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { currentLanguage, useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { BackupBanner } from './BackupBanner.tsx'
import { BalanceHero } from './BalanceHero.tsx'
import { HomeFoot } from './HomeFoot.tsx'
import { LinkGrid } from './HomeLinks.tsx'
import { MarketRows } from './MarketRows.tsx'
import { WalletBar } from './WalletBar.tsx'

// What runs long after the first look, and what few have to see.
const HomeNotes = lazy(async () => ({ default: (await import('./HomeNotes.tsx')).HomeNotes }))
const MaintenanceNote = lazy(async () => ({ default: (await import('./MaintenanceNote.tsx')).MaintenanceNote }))
const OtcEntry = lazy(async () => ({ default: (await import('./OtcEntry.tsx')).OtcEntry }))
const RunningNotice = lazy(async () => ({ default: (await import('./RunningNotice.tsx')).RunningNotice }))

const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))

/** How often it is asked whether there is maintenance, while somebody looks. */
const configEveryMs = 60_000

/** Home: what one has, where one can go, the market, and the latest announcement. */
export function HomeScreen() {
  const t = useText()
  const session = useSession()
  const home = useRead(getHome, { language: currentLanguage().wire })
  const assets = useRead(walletAssets, {}, { enabled: session !== undefined })
  const info = useRead(loadWalletInfo, {}, { enabled: session !== undefined })
  const config = useRead(loadConfig, {}, { everyMs: configEveryMs })
  // Whoever has something at work, or got POWER from what was, knows the way.
  const isNew =
    assets.data?.items.every(
      ({ coin, available, inOrders, inMarkets }) =>
        !isAbove(inOrders + inMarkets) && !(coin === 'POWER' && isAbove(available)),
    ) ?? false
  // What follows the card comes at once: a banner that pushed the rest down would move it from under a finger.
  const isKnown = !session || [assets, info].every(({ data, error }) => data !== undefined || error !== null)
  const refresh = () =>
    Promise.all([home.refetch(), config.refetch(), ...(session ? [assets.refetch(), info.refetch()] : [])])
  return (
    <Screen onRefresh={refresh}>
      {session ? (
        <>
          <WalletBar walletId={session.walletId} nickname={info.data?.nickname} />
          <h1 tabIndex={-1} className="sr-only">
            {t('title.home')}
          </h1>
          <BalanceHero walletId={session.walletId} assets={assets} market={home.data?.market} link>
            <nav
              aria-label={t('home.money')}
              className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2"
            >
              <ButtonLink to="/pages/wallet/recharge" icon="down" compact>
                {t('home.recharge')}
              </ButtonLink>
              <ButtonLink to="/pages/my/info" query={{ wallet: session.walletId }} icon="qr" look="quiet" compact>
                {t('home.receive')}
              </ButtonLink>
            </nav>
          </BalanceHero>
        </>
      ) : (
        <GuestTop />
      )}
      {config.data?.maintenance && (
        <Suspense>
          <MaintenanceNote config={config.data} />
        </Suspense>
      )}
      {isKnown ? (
        <Suspense fallback={<HomeSkeleton />}>
          {info.data?.activated === false && <BackupBanner />}
          {session && isNew && <FirstSteps activated={info.data?.activated === true} assets={assets.data} />}
          <ReadState read={home} skeleton={<HomeSkeleton />}>
            {({ notices, links, market }) => (
              <>
                {notices.length > 0 && (
                  <Suspense fallback={<Skeleton className="h-11 !rounded-control" />}>
                    <RunningNotice notices={notices} />
                  </Suspense>
                )}
                <LinkGrid links={links} />
                {session && (
                  <Suspense fallback={<Skeleton className="h-18 !rounded-card" />}>
                    <HomeNotes />
                    <OtcEntry />
                  </Suspense>
                )}
                <Heading
                  action={
                    <Link
                      to="/pages/exchange/index"
                      className="-my-3 grid min-h-11 min-w-11 items-center justify-items-end ps-3 text-small font-semi text-accent-ink"
                    >
                      {t('tab.exchange')}
                    </Link>
                  }
                >
                  {t('home.market')}
                </Heading>
                <MarketRows rows={market} />
                <HomeFoot links={links} />
              </>
            )}
          </ReadState>
        </Suspense>
      ) : (
        <HomeSkeleton />
      )}
    </Screen>
  )
}

function GuestTop() {
  const t = useText()
  return (
    <>
      <header className="flex min-h-14 items-center gap-2">
        <h1 tabIndex={-1} className="flex-1 text-h1 font-bold">
          {t('app.name')}
        </h1>
        <IconLink icon="globe" label={t('title.language')} to="/pages/my/language" />
        <IconLink icon="bell" label={t('title.notices')} to="/pages/notice/index" />
      </header>
      <Hero sealOf="Glasshouse">
        <p className="mb-4 max-w-64 text-title font-semi leading-tight">{t('home.welcome')}</p>
        <ButtonLink to="/">{t('home.begin')}</ButtonLink>
      </Hero>
    </>
  )
}

const HomeSkeleton = () => (
  <>
    <Skeleton className="h-11 !rounded-control" />
    <Skeleton className="h-24 !rounded-card" />
    <Skeleton className="mt-2 h-6 w-40" />
    <SkeletonRows />
  </>
)
