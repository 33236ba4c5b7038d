import type { OutputOf } from '#kit/wire/contract.ts'
import { coinsText } from '../coins-text.ts'
import type { getOrder } from '../investing.contract.ts'
import { legsOf } from '../products/legs.ts'
import { isGift, paysOf } from '../products/package.ts'
import { lineOf } from '../products/registry.ts'
import type { Order } from './order.ts'

type TimelineEvent = OutputOf<typeof getOrder>['timeline'][number]

/**
 * What the holder is told of an order cancelled before its start: what came back. A mark never held a coin, and what a gift had set
 * aside was never its holder's: it went back to the company.
 */
export function cancelEventOf(order: Order): Pick<TimelineEvent, 'kind' | 'params'> {
  if (lineOf(order.terms.line).marks) return { kind: 'mark_cancelled', params: {} }
  if (isGift(order))
    return { kind: 'gift_declined', params: { coins: coinsText({ asset: paysOf(order), units: order.promiseUnits }) } }
  return { kind: 'cancelled', params: { returned: coinsText(...legsOf(order)) } }
}
