import { describe, expect, it } from 'vitest'
import { hasShareRule, mostAtOnce, readAmount, type WithdrawalRules } from './typed-amount.ts'

const rules: WithdrawalRules = {
  chain: 'bsc',
  coin: 'USDT',
  open: true,
  opensAt: '00:00',
  closesAt: '24:00',
  closing: null,
  usual: { sentSeconds: null, slowSeconds: null, arrivalSeconds: 12 },
  late: false,
  minimum: '10',
  fee: '0.3',
  available: '400.12345678',
  most: null,
  ownShare: null,
  maximumValue: '10000',
  dayLimitValue: '50000',
  dayLeftValue: '50000',
  price: '1',
  reviewAboveValue: '1000',
  reviewAboveDayValue: '5000',
  reviewAboveCount: 5,
  dayCount: 0,
  stop: null,
  address: null,
  simulated: false,
  remark: '',
  googleBound: true,
  waits: [],
}

describe('reading a typed amount', () => {
  it('says what arrives: the amount less the fee', () => {
    expect(readAmount('50', rules)).toEqual({ received: '49.7', broken: undefined, reviewed: false })
  })
  it('says nothing while nothing is typed, or only a nought', () => {
    for (const typed of ['', '0', '0.', '0.00', '.'])
      expect(readAmount(typed, rules)).toEqual({ received: null, broken: undefined, reviewed: false })
  })
  it('reads an amount whose decimals are still to come', () => {
    expect(readAmount('50.', rules).received).toBe('49.7')
  })
  it('knows what is never paid at once, and does not offer it', () => {
    const small = { ...rules, available: '900', most: '500.3' }
    expect(readAmount('500.31', small).broken).toEqual({ rule: 'payout', most: '500.3' })
    expect(readAmount('500.3', small).broken).toBeUndefined()
    expect(mostAtOnce(small)).toBe('500.3')
  })
  it('knows that more than any balance can be is more than is available', () => {
    expect(readAmount('999999999999.99', rules).broken).toEqual({ rule: 'available' })
    expect(readAmount('90000000000', { ...rules, price: '999999999.99999999' }).broken).toEqual({ rule: 'available' })
  })
  it('accepts the minimum itself and refuses a hundredth less', () => {
    expect(readAmount('10', rules).broken).toBeUndefined()
    expect(readAmount('9.99', rules).broken).toEqual({ rule: 'minimum' })
  })
  it('accepts what is available to the last hundredth and refuses one more', () => {
    expect(readAmount('400.12', rules).broken).toBeUndefined()
    expect(readAmount('400.13', rules).broken).toEqual({ rule: 'available' })
  })
  it('never says that less than nothing arrives', () => {
    const dear = { ...rules, minimum: '0.1', fee: '5' }
    expect(readAmount('5', dear)).toEqual({ received: null, broken: { rule: 'fee' }, reviewed: false })
    expect(readAmount('5.01', dear)).toEqual({ received: '0.01', broken: undefined, reviewed: false })
  })
  it('holds the limits in USDT value, at the price of the coin rounded up', () => {
    const rich = { ...rules, coin: 'WLD', available: '100000', price: '3.00001' } as const
    expect(readAmount('3333.33', rich).broken).toEqual({ rule: 'maximum', most: '10000' })
    expect(readAmount('3333.32', rich).broken).toBeUndefined()
    expect(readAmount('100', { ...rich, dayLeftValue: '300' }).broken).toEqual({ rule: 'day_limit', most: '300' })
    expect(readAmount('99.99', { ...rich, dayLeftValue: '300' }).broken).toBeUndefined()
  })
  it('rounds a value up, so that an amount just above a limit is refused before it is sent', () => {
    const dear = { ...rules, minimum: '0.5', available: '9', price: '10000.000000001' }
    expect(readAmount('1', dear).broken).toEqual({ rule: 'maximum', most: '10000' })
    expect(readAmount('1', { ...dear, price: '10000' }).broken).toBeUndefined()
  })
  it('shows the smallest unit that arrives', () => {
    const near = { ...rules, minimum: '0.1', fee: '0.29999999' }
    expect(readAmount('0.3', near).received).toBe('0.00000001')
    expect(readAmount('0.3', { ...near, fee: '0.3' }).received).toBeNull()
  })
  it('holds no value limit where there never was a price', () => {
    const unpriced = { ...rules, available: '100000', price: null }
    expect(readAmount('99999', unpriced)).toEqual({ received: '99998.7', broken: undefined, reviewed: false })
  })
  it('says when the operator looks first: above the limit at once, or above that of a day', () => {
    const rich = { ...rules, available: '100000' }
    expect(readAmount('1000', rich).reviewed).toBe(false)
    expect(readAmount('1000.01', rich).reviewed).toBe(true)
    expect(readAmount('500', { ...rich, dayLeftValue: '45500' }).reviewed).toBe(false)
    expect(readAmount('500.01', { ...rich, dayLeftValue: '45500' }).reviewed).toBe(true)
    expect(readAmount('50', { ...rich, dayCount: 4 }).reviewed).toBe(false)
    expect(readAmount('50', { ...rich, dayCount: 5 }).reviewed).toBe(true)
  })
})

describe('the most at once', () => {
  it('is all that is available, as far as it can be typed', () => {
    expect(mostAtOnce(rules)).toBe('400.12')
    expect(mostAtOnce({ ...rules, available: '0' })).toBe('0')
  })
  it('is less where a value limit binds, and then breaks no rule', () => {
    const rich = { ...rules, available: '100000', price: '3' }
    expect(mostAtOnce(rich)).toBe('3333.33')
    expect(mostAtOnce({ ...rich, dayLeftValue: '100' })).toBe('33.33')
    expect(readAmount(mostAtOnce(rich), rich).broken).toBeUndefined()
    expect(mostAtOnce({ ...rich, price: null })).toBe('100000')
    expect(mostAtOnce({ ...rich, price: '0' })).toBe('100000')
    expect(mostAtOnce({ ...rich, price: '0.00000001', dayLeftValue: '0.000001' })).toBe('100')
  })
})

it('names the share of a coin only where it is reached before the review of a day', () => {
  expect(hasShareRule({ ...rules, ownShare: '10000' })).toBe(false)
  expect(hasShareRule({ ...rules, ownShare: '4999' })).toBe(true)
  expect(hasShareRule({ ...rules, coin: 'ATMC', price: '0.2', ownShare: '10000' })).toBe(true)
  expect(hasShareRule({ ...rules, coin: 'ATMC', price: null, ownShare: '10000' })).toBe(true)
  expect(hasShareRule({ ...rules, ownShare: '5000' })).toBe(false)
  expect(hasShareRule(rules)).toBe(false)
})
