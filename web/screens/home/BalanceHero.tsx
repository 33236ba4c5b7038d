import type { ReactNode } from 'react'
import type { walletAssets } from '#features/balances/balances.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Read } from '#ui/call/use-call.ts'
import { IconButton } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Trend } from '#ui/picture/Spark.tsx'
import { changeBoot } from '#ui/shell/boot.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { AsOf, ErrorState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, ChangeText } from '#ui/text/AmountText.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { isAbove } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { worthOverDay } from '../worth.ts'
import type { MarketRow } from './MarketRows.tsx'

type BalanceHeroProps = {
  readonly walletId: string
  readonly assets: Read<OutputOf<typeof walletAssets>>
  readonly market: readonly MarketRow[] | undefined
  readonly link?: boolean
  readonly children?: ReactNode
}

/** Total in USDT, and the day's change from prices. */
export function BalanceHero({ walletId, assets, market, link = false, children }: BalanceHeroProps) {
  const t = useText()
  const { hide } = useBoot()
  const { data, error } = assets
  if (error && !data) return <ErrorState error={error} onRetry={assets.refetch} />
  const day = data && market && !hide ? worthOverDay(data.items, market) : undefined
  return (
    <Hero
      sealOf={walletId}
      foot={
        <div className="h-16">
          {day && (
            <Trend values={day.trend} className={day.change.startsWith('-') ? 'text-hero-down' : 'text-hero-up'} />
          )}
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-1 text-small text-hero-ink-2">
        <h2>{t('balance.total')}</h2>
        <IconButton
          icon={hide ? 'eyeOff' : 'eye'}
          size={18}
          label={t('balance.hide')}
          pressed={hide}
          onPress={() => changeBoot({ hide: !hide })}
          className="-my-3 text-hero-ink-2 active:bg-transparent"
        />
        <span className="flex-1" />
        {link && (
          <Link
            to="/pages/wallet/conver"
            query={{ view: 'ask', coin: 'USDT' }}
            label={t('home.receive')}
            className="press -my-3 grid size-11 place-items-center text-hero-ink"
          >
            <Icon name="qr" size={20} />
          </Link>
        )}
        {link && (
          <Link
            to="/pages/wallet/index"
            className="-my-3 -me-2 flex min-h-11 items-center max-[359px]:hidden gap-1 px-2 font-semi text-hero-ink"
          >
            {t('tab.wallet')}
            <Icon name="next" size={16} />
          </Link>
        )}
      </div>
      <div className="mt-0.5 min-h-[1lh] text-display font-bold leading-tight tracking-[-.02em]">
        {data && link ? (
          <Link to="/pages/wallet/index" className="press">
            <AmountText value={data.total} coin="USDT" own large worth />
          </Link>
        ) : data ? (
          <AmountText value={data.total} coin="USDT" own large worth />
        ) : (
          <Skeleton className="h-11 w-52 !bg-[#ffffff1f]" />
        )}
      </div>
      <Fiat worth={data?.total} className="text-lead font-semi" />
      {children}
      {/* Fixed height on phones, so loading prices moves nothing below. */}
      <div className="mt-1 flex min-h-11 flex-wrap content-start items-center gap-x-2 text-small">
        {day && (
          <>
            {isAbove(day.share) && <ChangeText share={day.share} hero className="font-semi" />}
            <span className="text-hero-ink-2">
              <AmountText value={day.change} signed own worth /> · {t('balance.day')}
            </span>
          </>
        )}
        {data && !data.complete && <span className="text-hero-ink-2">{t('balance.partial')}</span>}
      </div>
      <FiatNote className="mt-1 text-hero-ink-2" />
      {link && <AsOf read={assets} className="mt-1 text-hero-ink-2" />}
    </Hero>
  )
}
