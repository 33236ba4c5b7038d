import { expect, it } from 'vitest'
import { actOf, lineOfCode } from './acts.ts'
import { eventsOf } from './record-events.ts'

type Records = Parameters<typeof eventsOf>[0]
let next = 1_000
const record = (changes: Partial<Records[number]>): Records[number] => {
  next -= 1
  return {
    ...{ id: String(next), at: '2026-11-22T10:00:00Z', coin: 'USDT', code: 3, direction: 'out', amount: '1' },
    ...{ account: 'available', balanceAfter: '0', counterpart: { kind: 'own', id: '' }, ref: '' },
    ...changes,
  } as Records[number]
}
const act = (...records: Records) => {
  const [event, ...more] = eventsOf(records, (iso) => iso.slice(0, 10))
  expect(more).toEqual([])
  if (!event) throw new Error('records make an event')
  return actOf(event)
}

it('says of a withdrawal how far it is', () => {
  const ref = 'withdrawal:7'
  const asked = record({ ref, amount: '200' })
  const signed = record({ ref, amount: '199', account: 'held', counterpart: { kind: 'network', id: 'bsc' } })
  const fee = record({ ref, amount: '1', account: 'held', code: 100, counterpart: { kind: 'house', id: 'fees' } })
  const back = { ref, code: 101, direction: 'in' } as const
  const title = { kind: 'withdrawal' }
  expect(act(asked)).toEqual({ direction: 'out', title, state: 'held' })
  expect(act(signed, asked)).toEqual({
    direction: 'out',
    title,
    state: 'sending',
    other: { kind: 'network', id: 'bsc' },
  })
  expect(act(fee, signed, asked)).toMatchObject({ direction: 'out', state: 'done' })
  expect(act(record({ ...back, amount: '200' }), asked)).toMatchObject({ direction: 'inside', state: 'cancelled' })
  const returned = record({ ...back, amount: '199', counterpart: { kind: 'network', id: 'bsc' } })
  expect(act(returned, record({ ...back, amount: '1' }), signed, asked)).toMatchObject({ state: 'failed' })
})

it('names the person on the other side of a transfer, and the way it went', () => {
  const counterpart = { kind: 'wallet', id: 'GMNYT2D5J7' } as const
  const walletId = counterpart.id
  expect(act(record({ ref: 'transfer:1', code: 4, counterpart }))).toEqual({
    ...{ direction: 'out', state: 'done', title: { kind: 'to', walletId } },
  })
  const named = { ...counterpart, name: 'M•••a' }
  expect(act(record({ ref: 'transfer:1', code: 4, counterpart: named, direction: 'in' }))).toEqual({
    ...{ direction: 'in', state: 'done', title: { kind: 'from', walletId, name: 'M•••a' } },
  })
})

it('tells a deposit, an exchange and a trade from one another', () => {
  expect(act(record({ ref: 'dep:bsc:0xab:0', code: 2, direction: 'in' }))).toEqual({
    ...{ direction: 'in', state: 'done', title: { kind: 'deposit' }, other: { kind: 'network', id: 'bsc' } },
  })
  const exchange = [
    record({ ref: 'trade:3', coin: 'WLD', direction: 'in', code: 5 }),
    record({ ref: 'trade:3', code: 5 }),
  ]
  expect(act(...exchange)).toEqual({ direction: 'swap', state: 'done', title: { kind: 'exchange' } })
  const counterpart = { kind: 'wallet', id: 'GMNYT2D5J7' } as const
  expect(act(record({ ref: 'otc:4', code: 110, direction: 'in', counterpart }))).toEqual({
    ...{ direction: 'in', state: 'done', title: { kind: 'otc' }, other: counterpart },
  })
})

it('names the person on the other side of a trade where there is a name', () => {
  const counterpart = { kind: 'wallet', id: 'GMNYT2D5J7', name: 'M•••a' } as const
  expect(act(record({ ref: 'otc:4', code: 110, direction: 'in', counterpart }))).toMatchObject({ other: counterpart })
})

it('says what an order took, paid and gave back, by its product line', () => {
  const ref = 'order:290'
  const bought = [record({ ref, code: 8, amount: '500' }), record({ ref, code: 8, coin: 'ATMC', amount: '25' })]
  expect(act(...bought)).toEqual({ direction: 'out', state: 'done', title: { kind: 'invested', line: 'dual' } })
  const lockup = record({ ref, code: 32, coin: 'ATMC', direction: 'in' })
  expect(act(lockup)).toMatchObject({ direction: 'in', title: { kind: 'returned', line: 'lockup' } })
  expect(lineOfCode('USDT', 8)).toBe('dual')
  expect(act(record({ ref, code: 112, direction: 'in' }))).toMatchObject({ title: { kind: 'income', line: 'dual' } })
  const power = record({ ref, coin: 'POWER', code: 2, direction: 'in' })
  expect(act(power)).toMatchObject({ direction: 'in', title: { kind: 'record' } })
  expect(lineOfCode('USDT', 3)).toBeUndefined()
  expect(act(record({ ref, code: 3, direction: 'in' }))).toMatchObject({ title: { kind: 'record' } })
  expect(act(record({ ref, code: 8 }), record({ ref, code: 9, direction: 'in' }))).toMatchObject({
    ...{ direction: 'inside', title: { kind: 'order', id: '290' } },
  })
  expect(act(record({ ref: 'x', code: 25, direction: 'in' }))).toMatchObject({ title: { kind: 'record' } })
})
