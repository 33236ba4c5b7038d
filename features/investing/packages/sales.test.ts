import { describe, expect, it } from 'vitest'
import { expectOnOffer } from './sales.ts'

const sales = { dayMost: 50n, dayLeft: 30n, walletMost: 20n, walletLeft: 10n }

describe('what packages still sell today', () => {
  it('is what is left for the wallet, and of the day, not a unit more', () => {
    expect(() => expectOnOffer(10n, sales)).not.toThrow()
    expect(() => expectOnOffer(11n, sales)).toThrow('invest.wallet_quota')
    expect(() => expectOnOffer(9n, { ...sales, dayLeft: 9n })).not.toThrow()
    expect(() => expectOnOffer(10n, { ...sales, dayLeft: 9n })).toThrow('invest.quota_full')
  })
})
