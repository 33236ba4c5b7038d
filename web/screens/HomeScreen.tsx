import { walletAssets } from '#features/balances/balances.contract.ts'
import { DueNote } from '#features/investing/reservations/DueNote.tsx'
import { getHome } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { loadConfig } from '#kit/wire/app.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink, IconLink } from '#ui/Button.tsx'
import { Heading } from '#ui/Facts.tsx'
import { Hero } from '#ui/Hero.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { IconName } from '#ui/icons.ts'
import { Link } from '#ui/Link.tsx'
import { isPath, type Path } from '#ui/navigation.ts'
import { Screen } from '#ui/Screen.tsx'
import { ReadState, Skeleton, SkeletonRows } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { currentLanguage, sayIfKnown, useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { BackupBanner } from './BackupBanner.tsx'
import { BalanceHero } from './BalanceHero.tsx'
import { MaintenanceNote } from './MaintenanceNote.tsx'
import { MarketRows } from './MarketRows.tsx'
import { WalletBar } from './WalletBar.tsx'

type HomeLink = OutputOf<typeof getHome>['links'][number]

const linkIcons: Readonly<Record<string, IconName>> = {
  official_site: 'globe',
  white_paper: 'book',
  wld_mining: 'power',
  node_recruitment: 'invest',
  world_id: 'orb',
  world_pay: 'wallet',
  world_coin: 'swap',
  online_service: 'bell',
  my_team: 'team',
  invite_friends: 'send',
}

/** Only what leads somewhere: a screen there is, or an address outside. */
const leads = (link: HomeLink): boolean =>
  link.target !== null && (link.target.startsWith('https://') || isPath(`/${link.target}`))

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
          <BalanceHero walletId={session.walletId} assets={assets} market={home.data?.market} link />
          {info.data?.activated === false && <BackupBanner />}
          <DueNote />
        </>
      ) : (
        <GuestTop />
      )}
      <MaintenanceNote config={config.data} />
      <ReadState read={home} skeleton={<HomeSkeleton />}>
        {({ notices, links, market }) => (
          <>
            {notices[0] && <Announcement id={notices[0].id} title={notices[0].title} />}
            <LinkGrid links={links.filter((link) => link.kind === 'link' && leads(link))} />
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
            <SocialLinks links={links.filter((link) => link.kind === 'social' && leads(link))} />
          </>
        )}
      </ReadState>
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

function Announcement({ id, title }: { id: number; title: string }) {
  const t = useText()
  return (
    <Link
      to="/pages/notice/info"
      query={{ id: String(id) }}
      label={`${t('home.announcement')}: ${title}`}
      className="flex min-h-11 items-center gap-2 rounded-control bg-warn-soft px-3 text-small font-medium text-warn"
    >
      <Icon name="horn" size={20} />
      <span className="flex-1 truncate">{title}</span>
    </Link>
  )
}

function LinkGrid({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  if (links.length === 0) return null
  const shape =
    'press flex min-h-22 flex-col items-center gap-1.5 rounded-card px-1 py-2.5 text-center text-[clamp(.6875rem,3.08vw,.8125rem)] font-semi leading-tight'
  return (
    <nav aria-label={t('home.links')} className="grid grid-cols-4 gap-1.5 rounded-card bg-surface p-1.5 shadow-card">
      {links.map(({ id, target }) => {
        const name = sayIfKnown(`home.link.${id}`) ?? id
        const inside = (
          <>
            <span className="grid size-10 place-items-center rounded-control bg-accent-soft text-accent-ink">
              <Icon name={linkIcons[id] ?? 'link'} size={22} />
            </span>
            {name}
          </>
        )
        return target?.startsWith('https://') ? (
          <a key={id} href={target} target="_blank" rel="noreferrer" className={shape}>
            {inside}
          </a>
        ) : (
          <Link key={id} to={`/${target}` as Path} className={shape}>
            {inside}
          </Link>
        )
      })}
    </nav>
  )
}

function SocialLinks({ links }: { links: readonly HomeLink[] }) {
  const t = useText()
  if (links.length === 0) return null
  return (
    <nav aria-label={t('home.social')} className="flex flex-wrap justify-center gap-2 pt-2">
      {links.map(({ id, target }) => (
        <a
          key={id}
          href={target ?? undefined}
          target="_blank"
          rel="noreferrer"
          className="inline-grid min-h-11 place-items-center px-3 text-small font-semi text-accent-ink"
        >
          {sayIfKnown(`home.link.${id}`) ?? id}
        </a>
      ))}
    </nav>
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
