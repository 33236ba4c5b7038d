import { AmountText } from '#ui/AmountText.tsx'
import { CoinMark } from '#ui/CoinMark.tsx'
import { Chip } from '#ui/Facts.tsx'
import { showDay } from '#ui/format.ts'
import { Row } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import { coinNames, type OrderItem, stateTexts } from './order-texts.tsx'

/** One coin, or two that go together, the second behind the first. */
export const PairMark = ({
  base,
  side,
  size = 36,
}: {
  base: OrderItem['base']
  side: OrderItem['side']
  size?: number
}) => (
  <span className="flex flex-none">
    <CoinMark asset={base} size={size} />
    {side && (
      <span className="-ms-3 rounded-pill shadow-[0_0_0_2px_var(--surface)]">
        <CoinMark asset={side} size={size} />
      </span>
    )}
  </span>
)

export const StateChip = ({ state }: { state: OrderItem['state'] }) => {
  const t = useText()
  const { text, tone } = stateTexts[state]
  return <Chip tone={tone}>{t(text as 'order.state.ended')}</Chip>
}

/** When it was over, begins, or ends; what has no end of its own says since when it runs. */
function noteOf({ overAt, state, startsAt, endsAt }: OrderItem, t: ReturnType<typeof useText>): string {
  if (overAt) return t('order.over_at', { day: showDay(overAt) })
  if (state === 'to_be_started') return t('order.starts_at', { day: showDay(startsAt) })
  return endsAt ? t('order.ends_at', { day: showDay(endsAt) }) : t('order.since', { day: showDay(startsAt) })
}

/** One order in a list. */
export function OrderRow({ order }: { order: OrderItem }) {
  const t = useText()
  return (
    <Row
      mark={<PairMark base={order.base} side={order.side} />}
      title={
        order.days > 0 ? t('order.title', { coins: coinNames(order), days: String(order.days) }) : coinNames(order)
      }
      note={noteOf(order, t)}
      end={<AmountText value={order.amount} coin={order.base} own />}
      endNote={<StateChip state={order.state} />}
      to="/pages/invest/detail"
      query={{ id: String(order.orderId) }}
    />
  )
}
