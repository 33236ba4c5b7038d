import { Suspense, useEffect } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { getHome } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { loadConfig } from '#kit/wire/app.contract.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { noteHouse } from '#ui/boot.ts'
import { Heading } from '#ui/Facts.tsx'
import { isAbove } from '#ui/format.ts'
import { InTurn } from '#ui/in-turn.ts'
import { Link } from '#ui/Link.tsx'
import { lazyExtra } from '#ui/lazy-extra.ts'
import { quiet } from '#ui/quiet.ts'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { currentLanguage, useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { BackupBanner } from './BackupBanner.tsx'
import { BalanceHero } from './BalanceHero.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeFoot } from './HomeFoot.tsx'
import { LinkGrid } from './HomeLinks.tsx'
import { GuestTop, HomeSkeleton } from './HomeParts.tsx'
import { MarketRows } from './MarketRows.tsx'
import { OtcEntry } from './OtcEntry.tsx'
import { RunningNotice } from './RunningNotice.tsx'
import { WalletBar } from './WalletBar.tsx'

// What runs after the first look, and what few have to see.
const HomeNotes = lazyExtra(async () => {
  await quiet()
  return (await import('./HomeNotes.tsx')).HomeNotes
})
const MaintenanceNote = lazyExtra(async () => (await import('./MaintenanceNote.tsx')).MaintenanceNote)

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
  const told = config.data
  useEffect(() => {
    if (told) noteHouse({ demo: told.demo, houseBar: told.bottomBar.bar, barChoice: told.bottomBar.choice })
  }, [told])
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
              <ButtonLink
                to="/pages/wallet/conver"
                query={{ view: 'ask', coin: 'USDT' }}
                icon="qr"
                look="quiet"
                compact
              >
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
        <InTurn instead={<HomeSkeleton />}>
          <Suspense fallback={<HomeSkeleton />}>
            {info.data?.activated === false && <BackupBanner />}
            {session && isNew && <FirstSteps activated={info.data?.activated === true} assets={assets.data} />}
            <ReadState read={home} skeleton={<HomeSkeleton />}>
              {({ notices, links, market }) => (
                <>
                  {notices.length > 0 && <RunningNotice notices={notices} />}
                  <LinkGrid links={links} />
                  <InTurn>
                    {session && (
                      <>
                        <Suspense>
                          <HomeNotes />
                        </Suspense>
                        <OtcEntry />
                      </>
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
                  </InTurn>
                </>
              )}
            </ReadState>
          </Suspense>
        </InTurn>
      ) : (
        <HomeSkeleton />
      )}
    </Screen>
  )
}
