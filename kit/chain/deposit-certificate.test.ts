import { describe, expect, it } from 'vitest'
import { certifyAddress, isAddressCertified } from './deposit-certificate.ts'

const mine = { walletId: 'W1', family: 'tron', address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' } as const

describe('the certificate of a deposit address', () => {
  const certificate = certifyAddress(mine, new Uint8Array(32).fill(7))

  it('is of this address, wallet and family, and of no other', () => {
    expect(isAddressCertified(mine, certificate)).toBe(true)
    expect(isAddressCertified({ ...mine, walletId: 'W2' }, certificate)).toBe(false)
    expect(isAddressCertified({ ...mine, family: 'evm' }, certificate)).toBe(false)
    expect(isAddressCertified({ ...mine, address: 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV' }, certificate)).toBe(false)
  })

  it('is nothing under another key, or cut short', () => {
    const { publicKey } = certifyAddress(mine, new Uint8Array(32).fill(8))
    expect(isAddressCertified(mine, { ...certificate, publicKey })).toBe(false)
    expect(isAddressCertified(mine, { ...certificate, signature: certificate.signature.slice(1) })).toBe(false)
    expect(isAddressCertified(mine, { publicKey: '', signature: '' })).toBe(false)
  })
})
