import { useRead } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { List } from '#ui/shell/List.tsx'
import type { Path, Query } from '#ui/shell/navigation.ts'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { listOrders } from './investing.contract.ts'
import { OrderRow } from './orders/detail/OrderRow.tsx'
import { sumRunning } from './orders/running.contract.ts'
import { DueNote } from './reservations/DueNote.tsx'

type Place = { readonly to: Path; readonly query?: Query; readonly icon: IconName; readonly label: TextId }
const places: readonly Place[] = [
  { to: '/pages/mining/index', icon: 'power', label: 'invest.place.mining' },
  { to: '/pages/game/game', icon: 'orb', label: 'invest.place.draw' },
  { to: '/pages/invest/logs', query: { type: 'reservation' }, icon: 'clock', label: 'invest.place.reservations' },
  { to: '/pages/invest/history', icon: 'records', label: 'invest.place.packages' },
]

export function AtWork({ walletId }: { walletId: string }) {
  const t = useText()
  const sum = useRead(sumRunning, {})
  const orders = useRead(listOrders, { state: 'running' })
  if (sum.data?.orders === 0 && orders.data?.items.length === 0) return <DueNote />
  return (
    <>
      <Hero sealOf={walletId}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-small text-hero-ink-2">
          <h2>{t('invest.at_work')}</h2>
          <Link
            to="/pages/profit/index"
            className="-my-3 -me-2 flex min-h-11 items-center gap-1 px-2 font-semi text-hero-ink"
          >
            {t('title.profit')}
            <Icon name="next" size={16} />
          </Link>
        </div>
        <div className="mt-0.5 min-h-12 text-display font-bold leading-tight tracking-[-.02em]">
          {sum.data || sum.error ? (
            <AmountText value={sum.data?.value} coin="USDT" own large worth />
          ) : (
            <Skeleton className="h-11 w-52 !bg-[#ffffff1f]" />
          )}
        </div>
        <Fiat worth={sum.data?.value} className="text-lead font-semi" />
        <p className="mt-1 min-h-6 text-small text-hero-ink-2">
          {sum.data && t('invest.at_work_orders', { count: String(sum.data.orders) })}
        </p>
        <FiatNote className="mt-1 text-hero-ink-2" />
      </Hero>
      <DueNote />
      <Heading
        action={
          <Link
            to="/pages/invest/logs"
            query={{ type: 'purchase' }}
            className="-my-3 py-3 ps-3 text-small font-semi text-accent-ink"
          >
            {t('invest.all_orders')}
          </Link>
        }
      >
        {t('invest.own')}
      </Heading>
      <ReadState read={orders} skeleton={<SkeletonRows rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-card bg-surface px-4 py-5 text-center text-small text-ink-3 shadow-card">
              {t('invest.own_empty')}
            </p>
          ) : (
            <List label={t('invest.own')}>
              {items.slice(0, 3).map((order) => (
                <OrderRow key={order.orderId} order={order} />
              ))}
            </List>
          )
        }
      </ReadState>
    </>
  )
}

export const Places = () => {
  const t = useText()
  return (
    <nav aria-label={t('invest.places')} className="tiles gap-1.5">
      {places.map(({ to, query, icon, label }) => (
        <Link
          key={label}
          to={to}
          {...(query ? { query } : {})}
          className="press flex min-h-22 flex-col items-center gap-1.5 rounded-card bg-surface px-0.5 pt-3 pb-2.5 text-center text-[clamp(.6875rem,3.08vw,.8125rem)] font-semi leading-tight shadow-card"
        >
          <span className="grid size-10 place-items-center rounded-control bg-accent-soft text-accent-ink">
            <Icon name={icon} size={22} />
          </span>
          {t(label as 'invest.place.mining')}
        </Link>
      ))}
    </nav>
  )
}
