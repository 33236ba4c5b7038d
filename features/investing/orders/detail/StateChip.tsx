import { Chip } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { type OrderItem, stateTextOf } from './order-texts.tsx'

export const StateChip = ({ order }: { order: Pick<OrderItem, 'state' | 'line'> }) => {
  const t = useText()
  const { text, tone } = stateTextOf(order)
  return <Chip tone={tone}>{t(text as 'order.state.ended')}</Chip>
}
