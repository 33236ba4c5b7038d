import { describe, expect, it } from 'vitest'
import { addressLength, addressProblem, keptAddress } from './address.ts'

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const tron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'

describe('an address', () => {
  it('is checked by the rules of its chain: what is right on one is too long or too short on the other', () => {
    expect([addressProblem('evm', evm), addressProblem('tron', tron)]).toEqual([undefined, undefined])
    expect([addressProblem('tron', evm), addressProblem('evm', tron)]).toEqual(['length', 'length'])
    expect([addressLength('evm'), addressLength('tron')]).toEqual([evm.length, tron.length])
  })

  it('is kept in one form alone', () => {
    expect(keptAddress('evm', evm.toLowerCase())).toBe(evm)
    expect(keptAddress('tron', tron)).toBe(tron)
  })
})
