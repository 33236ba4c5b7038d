import { describe, expect, it } from 'vitest'
import { methodOf, methods, readDetails } from './methods.ts'

const bank = { holder: ' Ana Ruiz ', bank: 'Meezan', account: 'PK36 SCBL 0000 0011 2345 6702' }

describe('a payment method', () => {
  it('has a number of its own, and says in whose name the account is', () => {
    expect(new Set(methods.map(({ number }) => number)).size).toBe(methods.length)
    for (const { fields } of methods) expect(fields[0]?.name).toBe('holder')
    expect(methodOf(9)).toBeUndefined()
  })

  it('keeps what belongs to it, and nothing else', () => {
    expect(readDetails(1, { ...bank, note: '<script>' })).toEqual({
      details: { holder: 'Ana Ruiz', bank: 'Meezan', account: 'PK36 SCBL 0000 0011 2345 6702' },
    })
  })

  it('names the first field that does not fit', () => {
    expect(readDetails(1, { ...bank, bank: ' ' })).toEqual({ wrong: 'bank', flaw: { why: 'missing' } })
    expect(readDetails(1, { ...bank, account: 'https://pay.example' })).toEqual({
      wrong: 'account',
      flaw: { why: 'account' },
    })
    expect(readDetails(1, { ...bank, branch: 'x'.repeat(81) })).toEqual({ wrong: 'branch', flaw: { why: 'long' } })
    expect(readDetails(2, { holder: 'Ana', alias: 'ana' })).toEqual({ wrong: 'alias', flaw: { why: 'alias' } })
    expect(readDetails(2, { holder: 'Ana', alias: 'ana@example.org' })).toHaveProperty('details')
    expect(readDetails(3, { holder: 'Ana', service: 'Easypaisa', phone: '+92 300 1234567' })).toHaveProperty('details')
  })
})
