import type { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Heading, Note } from '#ui/show/Facts.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showCount, showDate } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'

type HomeView = NonNullable<OutputOf<typeof loadWalletInfo>['home']>
type RunningOrder = HomeView['orders'][number]
type Say = ReturnType<typeof useText>

export function HomeOrders({ view: { orders, running, due } }: { view: HomeView }) {
  const t = useText()
  const all = running > orders.length ? `${t('invest.all_orders')} (${showCount(running)})` : t('invest.all_orders')
  return (
    <>
      {due > 0 && (
        <Note tone="warn">
          {t('invest.due', { count: String(due) })}{' '}
          <Link to="/pages/invest/logs" query={{ type: 'reservation' }} className="font-semi underline">
            {t('invest.due_look')}
          </Link>
        </Note>
      )}
      <Heading
        action={
          <Link
            to="/pages/invest/logs"
            query={{ type: 'purchase' }}
            className="-my-3 grid min-h-11 min-w-11 items-center justify-items-end ps-3 text-small font-semi text-accent-ink"
          >
            {all}
          </Link>
        }
      >
        {t('invest.own')}
      </Heading>
      {orders.length === 0 ? (
        <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="min-w-0 flex-1 text-small text-ink-2">{t('home.orders_none')}</p>
          <ButtonLink to="/pages/invest/index" look="quiet" compact>
            {t('home.invest')}
          </ButtonLink>
        </Card>
      ) : (
        <Card className="px-4 py-1">
          <ul className="rows" aria-label={t('invest.own')}>
            {orders.map((order) => (
              <OrderRow key={order.orderId} order={order} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function dayText({ day, days, startsAt }: RunningOrder, t: Say): string {
  if (day === 0) return t('home.order_starts', { day: showDate(startsAt) })
  return days === null
    ? t('home.order_day', { day: showCount(day) })
    : t('home.order_day_of', { day: showCount(day), days: showCount(days) })
}

function OrderRow({ order }: { order: RunningOrder }) {
  const t = useText()
  const { orderId, line, amount, coin, day, days, paused } = order
  const name = sayIfKnown(`line.${line}`) ?? line
  const said = dayText(order, t)
  return (
    <li>
      <Link
        to="/pages/invest/detail"
        query={{ id: String(orderId) }}
        className="press flex min-h-17 items-center gap-3 py-2.5"
      >
        <CoinIcon asset={coin} size={36} />
        <span className="grid min-w-0 flex-1 gap-1.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 font-semi leading-snug [overflow-wrap:anywhere]">{name}</span>
            <AmountText value={amount} coin={coin} own className="ms-auto font-semi" />
          </span>
          {days !== null && day > 0 && <Progress label={name} done={day} needed={days} text={said} />}
          <span className="text-small leading-tight text-ink-3">
            {said}
            {paused && ` · ${t('home.order_paused')}`}
          </span>
        </span>
      </Link>
    </li>
  )
}
