import type { TextId } from '#ui/text/texts.ts'
import type { OrderItem } from './order-texts.tsx'

type Event = { readonly kind: string }

/** Texts by recorded reason. Without one, the text depends on `accrual`. */
const reasons: Readonly<Record<string, TextId>> = {
  paused_no_pot: 'order.paused.no_pot',
  paused_no_price: 'order.paused.no_price',
}

/** `timeline` is oldest first. */
export function pauseReason({ accrual }: Pick<OrderItem, 'accrual'>, timeline: readonly Event[]): TextId {
  const last = timeline.findLast(({ kind }) => kind.startsWith('paused'))
  return (last && reasons[last.kind]) ?? (`order.paused.${accrual}` as TextId)
}
