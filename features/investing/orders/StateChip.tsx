import { Chip } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import { type OrderItem, stateTexts } from './order-texts.tsx'

/** An order's state in the spec's words. */
export const StateChip = ({ state }: { state: OrderItem['state'] }) => {
  const t = useText()
  const { text, tone } = stateTexts[state]
  return <Chip tone={tone}>{t(text as 'order.state.ended')}</Chip>
}
