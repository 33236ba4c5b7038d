import { Suspense } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { getMarket } from '#features/market/market.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { readSoon, useRead } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Spark } from '#ui/picture/Spark.tsx'
import { useDeviceWallet, useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import type { Path } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText, ChangeText } from '#ui/text/AmountText.tsx'
import { Fiat } from '#ui/text/Fiat.tsx'
import { loadTexts, type TextId, useText } from '#ui/text/texts.ts'
import { BackupBanner } from './home/BackupBanner.tsx'
import { BalanceHero } from './home/BalanceHero.tsx'
import { type MarketRow, sparkOf, toneOf } from './home/MarketRows.tsx'
import { WalletBar } from './home/WalletBar.tsx'
import { OtcEntry } from './OtcEntry.tsx'
import { inUseOf } from './worth.ts'

const ProofBadge = lazyExtra(async () => {
  const [badge] = await Promise.all([import('./home/ProofBadge.tsx'), loadTexts(['proof-line'])])
  return badge.ProofBadge
})
const PortfolioCard = lazyExtra(async () => (await import('#features/balances/PortfolioCard.tsx')).PortfolioCard)

type AssetRow = OutputOf<typeof walletAssets>['items'][number]

const actions = [
  { to: '/pages/wallet/recharge', icon: 'down', label: 'wallet.recharge' },
  { to: '/pages/wallet/withdraw', icon: 'up', label: 'wallet.withdraw' },
  { to: '/pages/wallet/conver', icon: 'send', label: 'wallet.transfer' },
  { to: '/pages/wallet/logs', icon: 'records', label: 'wallet.records' },
] as const satisfies readonly { to: Path; icon: IconName; label: TextId }[]

WalletScreen.begin = () => {
  readSoon(walletAssets, {})
  readSoon(getMarket, {})
  readSoon(loadWalletInfo, {})
}

export function WalletScreen() {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const assets = useRead(walletAssets, {})
  const market = useRead(getMarket, {})
  const info = useRead(loadWalletInfo, {})
  const device = useDeviceWallet()
  const refresh = () => Promise.all([assets.refetch(), market.refetch(), info.refetch()])
  return (
    <Screen onRefresh={refresh}>
      <WalletBar walletId={walletId} nickname={info.data?.nickname} />
      <h1 tabIndex={-1} className="sr-only">
        {t('title.wallet')}
      </h1>
      <BalanceHero walletId={walletId} assets={assets} market={market.data?.items} />
      <nav aria-label={t('wallet.actions')} className="tiles gap-1.5">
        {actions.map(({ to, icon, label }, place) => (
          <Link
            key={to}
            to={to}
            className="press flex min-h-22 flex-col items-center gap-1.5 rounded-card bg-surface px-0.5 pt-3 pb-2.5 text-center text-[clamp(.6875rem,3.08vw,.8125rem)] font-semi leading-tight shadow-card"
          >
            <span
              className={`grid size-10 place-items-center rounded-control ${place === 0 ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent-ink'}`}
            >
              <Icon name={icon} size={22} />
            </span>
            {t(label)}
          </Link>
        ))}
      </nav>
      <OtcEntry />
      {(info.data?.activated ?? device?.activated) === false && <BackupBanner />}
      <Heading
        action={
          <Link
            to="/pages/wallet/logs"
            className="-my-3 grid min-h-11 min-w-11 items-center justify-items-end ps-3 text-small font-semi text-accent-ink"
          >
            {t('wallet.records')}
          </Link>
        }
      >
        {t('wallet.assets')}
      </Heading>
      <ReadState read={assets}>
        {({ items }) => (
          <>
            <Coins items={items.filter((item) => item.kind === 'coin')} market={market.data?.items ?? []} />
            <Points items={items.filter((item) => item.kind === 'point')} />
            {/* Below the figures, so loading moves none of them. */}
            <Suspense>
              <ProofBadge />
            </Suspense>
          </>
        )}
      </ReadState>
      <Suspense>
        <PortfolioCard />
      </Suspense>
      <List>
        <Row
          mark={
            <RowIcon>
              <Icon name="shield" size={20} />
            </RowIcon>
          }
          title={t('title.proof')}
          to="/pages/proof/index"
        />
      </List>
    </Screen>
  )
}

const held = (item: AssetRow): string => [item.available, item.held, item.inOrders, item.inMarkets].join()

/** One subgrid aligns columns across rows. Large text on a small phone moves amounts below the name and hides the chart. */
function Coins({ items, market }: { items: readonly AssetRow[]; market: readonly MarketRow[] }) {
  const t = useText()
  return (
    <div className="@container">
      <ul
        aria-label={t('wallet.assets')}
        className="rows grid grid-cols-[44px_minmax(0,1fr)_56px_auto] gap-x-3 rounded-card bg-surface px-4 py-1 shadow-card @max-[12rem]:grid-cols-[44px_minmax(0,1fr)]"
      >
        {items.map((item) => {
          const inUse = inUseOf(item)
          const row = market.find((each) => each.coin === item.coin)
          return (
            <li key={item.coin} className="col-span-full grid grid-cols-subgrid">
              <Link
                to="/pages/wallet/token"
                query={{ coin: item.coin }}
                className="col-span-full grid min-h-17 grid-cols-subgrid items-center py-2.5"
              >
                <CoinIcon asset={item.coin} />
                <span className="min-w-0">
                  <span className="block font-semi leading-snug">{item.coin}</span>
                  {row && <ChangeText share={row.rise} className="text-small" />}
                </span>
                <span className="@max-[12rem]:hidden">
                  {row && <Spark values={sparkOf(row)} tone={toneOf(row.rise)} />}
                </span>
                <span className="text-end @max-[12rem]:col-span-full">
                  <AmountText value={item.available} own className="block font-semi leading-snug" />
                  {inUse && (
                    <span className="block text-caption text-ink-3">
                      <AmountText value={inUse} own signed /> {t('wallet.in_use')}
                    </span>
                  )}
                  <span className="block text-small text-ink-3">
                    {item.value === null ? t('wallet.no_price') : <AmountText value={item.value} worth own about />}
                  </span>
                  <Fiat worth={item.value} className="text-small text-ink-3" />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Points({ items }: { items: readonly AssetRow[] }) {
  const t = useText()
  const shown = items.filter((item) => item.coin !== 'ATM' || /[1-9]/.test(held(item)))
  return (
    <>
      <Heading>{t('wallet.points')}</Heading>
      <List label={t('wallet.points')}>
        {shown.map((item) => (
          <Row
            key={item.coin}
            mark={<CoinIcon asset={item.coin} />}
            title={item.coin}
            end={<AmountText value={item.available} own />}
            to="/pages/wallet/token"
            query={{ coin: item.coin }}
          />
        ))}
      </List>
    </>
  )
}
