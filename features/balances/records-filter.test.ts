import * as v from 'valibot'
import { expect, it } from 'vitest'
import { walletRecords } from './balances.contract.ts'
import { recordsFilter } from './records-filter.ts'

it('reads a choice of records from an address', () => {
  expect(recordsFilter({})).toEqual({})
  expect(recordsFilter({ coin: 'WLD', code: '3', from: '2026-11-01', until: '2026-11-21', view: 'x' })).toEqual({
    coin: 'WLD',
    code: 3,
    from: '2026-11-01',
    until: '2026-11-21',
  })
})

it('makes nothing the call would refuse of what is no choice, or not typed to its end', () => {
  for (const query of [
    { coin: 'BTC', code: 'three' },
    { coin: 'toString', code: '1234' },
    { from: '0002-11-01', until: '2026-13-01' },
    { from: '2026-11-00', until: '' },
  ])
    expect(
      v.safeParse(walletRecords.input, { cursor: '', ...recordsFilter(query) }).success,
      JSON.stringify(query),
    ).toBe(true)
  expect(recordsFilter({ coin: 'BTC', code: '1234', from: '0002-11-01' })).toEqual({})
})
