import { expect, it } from 'vitest'
import { failedOf, type Pending, type PendingState } from './pending.ts'

const row = (key: string, state: PendingState, owner = 'me', what = 'Sell'): Pending => ({
  ...{ key, state, owner, what, amount: '', why: '', at: 0 },
})
const rows = [
  row('1', 'waiting'),
  row('2', 'done'),
  row('3', 'refused'),
  row('4', 'never', 'me', 'Pay'),
  row('5', 'unknown'),
  row('6', 'refused', 'other'),
]

it('ends the messages of what failed, and keeps those that wait, arrived or are unsure', () => {
  expect(failedOf(rows, 'me').map(({ key }) => key)).toEqual(['3', '4'])
  expect(failedOf(rows, 'me', 'Sell').map(({ key }) => key)).toEqual(['3'])
})
