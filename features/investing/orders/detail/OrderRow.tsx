import { Row } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ResultText } from '../../results/OutcomeResult.tsx'
import { DayRing } from './DayRing.tsx'
import { isReserved, type OrderItem } from './order-texts.tsx'
import { PairColumn, PairIcon } from './PairIcon.tsx'
import { StateChip } from './StateChip.tsx'

type Say = ReturnType<typeof useText>

function whenOf(order: OrderItem, t: Say): string {
  const { overAt, state, startsAt, endsAt, day } = order
  if (overAt) return t('order.over_at', { day: showDay(overAt) })
  if (state === 'to_be_started') return t('order.starts_at', { day: showDay(startsAt) })
  if (isReserved(state)) return t(state === 'due' ? 'order.waits_for_balance' : 'order.waits_in_queue')
  if (day !== null && endsAt) return `${dayText(order, day, t)} · ${t('order.ends_at', { day: showDay(endsAt) })}`
  return endsAt ? t('order.ends_at', { day: showDay(endsAt) }) : t('order.since', { day: showDay(startsAt) })
}

export const dayText = ({ days }: OrderItem, day: number, t: Say): string =>
  days > 0 ? t('order.day', { day: String(day), days: String(days) }) : t('order.day_open', { day: String(day) })

/** A package's pending coins, or the amount paid in. */
export const inOrder = ({ release, pays, amount, base }: OrderItem) =>
  release && pays ? { value: release.pending, coin: pays } : { value: amount, coin: base }

export function OrderRow({ order }: { order: OrderItem }) {
  const t = useText()
  return (
    <Row
      mark={
        order.day !== null && order.days > 0 ? (
          <DayRing day={order.day} days={order.days}>
            <PairIcon base={order.pays ?? order.base} side={order.side} size={order.side ? 20 : 28} />
          </DayRing>
        ) : (
          <PairColumn base={order.pays ?? order.base} side={order.side} />
        )
      }
      title={t(`line.${order.line}`)}
      foot={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-3 [overflow-wrap:anywhere]">
          {whenOf(order, t)}
          <StateChip order={order} />
        </span>
      }
      end={<AmountText {...inOrder(order)} own />}
      endNote={
        order.result !== null && order.state !== 'cancelled' && order.state !== 'closed' ? (
          <ResultText usdt={order.result} />
        ) : order.side && isAbove(order.sideAmount) ? (
          <>
            + <AmountText value={order.sideAmount} coin={order.side} own />
          </>
        ) : undefined
      }
      {...(isReserved(order.state)
        ? { to: '/pages/invest/logs' as const, query: { type: 'reservation' } }
        : { to: '/pages/invest/detail' as const, query: { id: String(order.orderId) } })}
    />
  )
}
