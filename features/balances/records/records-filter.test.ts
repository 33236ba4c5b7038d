import * as v from 'valibot'
import { expect, it } from 'vitest'
import { walletRecords } from '../balances.contract.ts'
import { recordsFilter, recordsInput } from './records-filter.ts'

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

it('asks for the days of the zone that its headings are in', () => {
  const choice = recordsFilter({ coin: 'WLD', from: '2026-11-25', until: '2026-11-25' })
  const input = recordsInput(choice, 'Pacific/Honolulu')
  expect(input).toEqual({ coin: 'WLD', since: '2026-11-25T10:00:00.000Z', before: '2026-11-26T10:00:00.000Z' })
  expect(v.safeParse(walletRecords.input, { cursor: '', ...input }).success).toBe(true)
})
