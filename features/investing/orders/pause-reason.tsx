import type { TextId } from '#ui/texts.ts'
import type { OrderItem } from './order-texts.tsx'

type Event = { readonly kind: string }

/** Why it pauses, by what was written down when it began to; in general where nothing was. */
const reasons: Readonly<Record<string, TextId>> = {
  paused_no_pot: 'order.paused.no_pot',
  paused_no_price: 'order.paused.no_price',
}

/** The sentence of a paused order: the reason of the last pause in its timeline (oldest first). */
export function pauseReason({ accrual }: Pick<OrderItem, 'accrual'>, timeline: readonly Event[]): TextId {
  const last = timeline.findLast(({ kind }) => kind.startsWith('paused'))
  return (last && reasons[last.kind]) ?? (`order.paused.${accrual}` as TextId)
}
