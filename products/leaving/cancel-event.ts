import type * as v from 'valibot'
import { isGift, paysOf } from '../lines/package/package.ts'
import { lineOf } from '../registry.ts'
import { coinsText } from '../terms/coins-text.ts'
import type { timelineEvent } from '../terms/fields.ts'
import { legsOf } from '../terms/legs.ts'
import type { Order } from '../terms/order.ts'

type TimelineEvent = v.InferOutput<typeof timelineEvent>

/** Acceleration orders hold no coins. The locked coins of a granted package return to the company. */
export function cancelEventOf(order: Order): Pick<TimelineEvent, 'kind' | 'params'> {
  if (lineOf(order.terms.line).marks) return { kind: 'mark_cancelled', params: {} }
  if (isGift(order))
    return { kind: 'gift_declined', params: { coins: coinsText({ asset: paysOf(order), units: order.promiseUnits }) } }
  return { kind: 'cancelled', params: { returned: coinsText(...legsOf(order)) } }
}
