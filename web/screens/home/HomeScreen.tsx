import { Suspense, useEffect } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { getHome } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { quiet } from '#ui/call/quiet.ts'
import { type Read, readSoon, useRead } from '#ui/call/use-call.ts'
import { Sequential } from '#ui/device/sequential.ts'
import { currentSession, useSession } from '#ui/session/session.ts'
import { noteCompany } from '#ui/shell/boot.ts'
import { Link } from '#ui/shell/Link.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState, SkeletonRows } from '#ui/show/State.tsx'
import { isAbove } from '#ui/text/format.ts'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { OtcEntry } from '../OtcEntry.tsx'
import { BackupBanner } from './BackupBanner.tsx'
import { BalanceHero } from './BalanceHero.tsx'
import { EarnedToday } from './EarnedToday.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeFoot } from './HomeFoot.tsx'
import { Explore } from './HomeLinks.tsx'
import { HomeOrders } from './HomeOrders.tsx'
import { Columns, GuestTop, HomeSkeleton } from './HomeParts.tsx'
import { HomeProof } from './HomeProof.tsx'
import { HomeUnderWay } from './HomeUnderWay.tsx'
import { MarketRows } from './MarketRows.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RunningNotice } from './RunningNotice.tsx'
import { WalletBar } from './WalletBar.tsx'

const HomeNotes = lazyExtra(async () => {
  await quiet()
  return (await import('./HomeNotes.tsx')).HomeNotes
})
const MaintenanceNote = lazyExtra(async () => (await import('../MaintenanceNote.tsx')).MaintenanceNote)

/** Poll interval for maintenance while visible. */
const configEveryMs = 60_000

type Assets = OutputOf<typeof walletAssets>
type Info = OutputOf<typeof loadWalletInfo>

HomeScreen.begin = () => {
  readSoon(getHome, { language: currentLanguage().wire })
  if (!currentSession()) return
  readSoon(walletAssets, {})
  readSoon(loadWalletInfo, { view: 'home' })
}

export function HomeScreen() {
  const t = useText()
  const session = useSession()
  const home = useRead(getHome, { language: currentLanguage().wire })
  const assets = useRead(walletAssets, {}, { enabled: session !== undefined })
  const info = useRead(loadWalletInfo, { view: 'home' }, { enabled: session !== undefined })
  const config = useRead(loadConfig, {}, { everyMs: configEveryMs })
  const told = config.data
  useEffect(() => {
    if (told) noteCompany({ demo: told.demo, companyBar: told.bottomBar.bar, barChoice: told.bottomBar.choice })
  }, [told])
  // Content below waits until the height above is known.
  const isKnown = !session || [assets, info].every(isAnswered)
  const refresh = () =>
    Promise.all([home.refetch(), config.refetch(), ...(session ? [assets.refetch(), info.refetch()] : [])])
  return (
    <Screen onRefresh={refresh}>
      {session && (
        <>
          <WalletBar walletId={session.walletId} nickname={info.data?.nickname} />
          <h1 tabIndex={-1} className="sr-only">
            {t('title.home')}
          </h1>
        </>
      )}
      <Columns>
        <div>
          {session ? (
            <>
              <BalanceHero walletId={session.walletId} assets={assets} market={home.data?.market} link>
                <EarnedToday info={info} />
              </BalanceHero>
              <QuickActions />
            </>
          ) : (
            <GuestTop what={t('home.what')} />
          )}
          {config.data?.maintenance && (
            <Suspense>
              <MaintenanceNote config={config.data} />
            </Suspense>
          )}
          {session ? <Own assets={assets} info={info} /> : <HomeProof own={false} />}
        </div>
        <div>
          {isKnown ? (
            <ReadState read={home} skeleton={<SkeletonRows />}>
              {({ notices, market }) => (
                <Sequential instead={<SkeletonRows />}>
                  {notices.length > 0 && <RunningNotice notices={notices} />}
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
                  {session && <OtcEntry />}
                </Sequential>
              )}
            </ReadState>
          ) : (
            <SkeletonRows />
          )}
        </div>
      </Columns>
      {isKnown && home.data && (
        <Sequential>
          {session && (
            <Suspense>
              <HomeNotes />
            </Suspense>
          )}
          <Heading>{t('home.links')}</Heading>
          <Explore links={home.data.links} />
          <HomeFoot links={home.data.links} />
        </Sequential>
      )}
    </Screen>
  )
}

const isAnswered = ({ data, error }: Pick<Read<unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || error !== null

const hasNothing = ({ items }: Assets): boolean =>
  items
    .filter(({ kind }) => kind === 'coin')
    .every((row) =>
      [row.available, row.held, row.inOrders, row.promised, row.inMarkets].every((part) => !isAbove(part)),
    )

/** Rendered together, so nothing moves under a tap. */
function Own({ assets, info }: { readonly assets: Read<Assets>; readonly info: Read<Info> }) {
  if (![assets, info].every(isAnswered)) return <HomeSkeleton />
  const view = info.data?.home
  const isEmpty = assets.data !== undefined && hasNothing(assets.data) && view?.running === 0
  return (
    <Sequential instead={<HomeSkeleton />}>
      {view && <HomeUnderWay view={view} />}
      {isEmpty ? (
        <FirstSteps activated={info.data?.activated === true} />
      ) : (
        <>
          {info.data?.activated === false && <BackupBanner />}
          <ReadState read={info}>{({ home }) => home && <HomeOrders view={home} />}</ReadState>
        </>
      )}
      <HomeProof own={!isEmpty} />
    </Sequential>
  )
}
