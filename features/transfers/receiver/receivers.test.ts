import { expect, it } from 'vitest'
import { knownReceivers } from './receivers.ts'

const paid = ['C', 'A', 'C', 'B', 'D', 'E', 'F', 'G'].map((receiverId) => ({ receiverId, nickname: `${receiverId}…` }))

it('offers named wallets by name, then the last paid, each once', () => {
  const offered = knownReceivers({ B: 'Zoe', X: 'Aunt' }, paid)
  expect(offered.map(({ id }) => id)).toEqual(['X', 'B', 'C', 'A', 'D', 'E', 'F'])
  expect(offered[1]).toEqual({ id: 'B', name: 'Zoe', nickname: 'B…' })
  expect(offered[0]).toEqual({ id: 'X', name: 'Aunt', nickname: '' })
})

it('offers nobody to who paid nobody', () => expect(knownReceivers({}, [])).toEqual([]))
