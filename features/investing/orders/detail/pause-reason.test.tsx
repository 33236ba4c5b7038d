import { expect, it } from 'vitest'
import { pauseReason } from './pause-reason.tsx'

const share = { accrual: 'share' } as const
const events = (...kinds: string[]) => kinds.map((kind) => ({ kind }))

it('is the one of the last pause', () => {
  expect(pauseReason(share, events('bought', 'paused_no_price', 'earns_again', 'paused_no_pot'))).toBe(
    'order.paused.no_pot',
  )
  expect(pauseReason(share, events('paused_no_pot', 'earns_again', 'paused_no_price', 'fund_loss'))).toBe(
    'order.paused.no_price',
  )
})

it('is said in general where nothing tells it', () => {
  expect(pauseReason(share, events('bought'))).toBe('order.paused.share')
  expect(pauseReason({ accrual: 'boost' }, events('accelerates', 'paused'))).toBe('order.paused.boost')
})
