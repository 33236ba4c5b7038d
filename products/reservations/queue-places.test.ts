import { describe, expect, it } from 'vitest'
import { placeOf, waitingOf } from './queue-places.ts'
import { testQueueLog } from './test-queue-log.ts'

describe('the places in queues, by the log alone', () => {
  const waiting = waitingOf(
    testQueueLog(
      ['queued', 11],
      ['queued', 21, 2],
      ['queued', 12],
      ['queued', 13],
      ['cancelled', 12],
      ['due', 11],
      ['queued', 14],
      ['paid', 11],
      ['queued', 31, 3],
      ['due', 31, 3],
    ),
  )

  it('are those of orders that came and did not leave, product by product', () => {
    expect(waiting.map(({ productId, orders }) => [productId, orders.map(({ orderId }) => orderId)])).toEqual([
      [1, [13, 14]],
      [2, [21]],
    ])
    expect(waitingOf([])).toEqual([])
  })

  it('count from 1, and are nobody’s who does not wait', () => {
    expect([13, 14, 21].map((orderId) => placeOf(waiting, orderId))).toEqual([1, 2, 1])
    expect([11, 12, 31, 99].map((orderId) => placeOf(waiting, orderId))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
