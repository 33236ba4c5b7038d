import { expect, it } from 'vitest'
import { readRef } from './record-refs.ts'

it('reads what a record belongs to', () => {
  expect(readRef('order:12')).toEqual({ kind: 'order', id: '12' })
  expect(readRef('withdrawal:7')).toEqual({ kind: 'withdrawal', id: '7' })
  expect(readRef('transfer:3')).toEqual({ kind: 'transfer', id: '3' })
  expect(readRef('trade:9')).toEqual({ kind: 'exchange', id: '9' })
  expect(readRef('otc:4')).toEqual({ kind: 'otc', id: '4' })
  expect(readRef('ad:5')).toEqual({ kind: 'ad', id: '5' })
  expect(readRef('dep:bsc:0xab12:0')).toEqual({ kind: 'deposit', chain: 'bsc', hash: '0xab12' })
})

it('gives back what it does not know', () => {
  for (const text of ['dep:moon:0xab:0', 'order:', 'order:x', 'trade:', 'toString:1'])
    expect(readRef(text)).toEqual({ kind: 'other', text })
})
