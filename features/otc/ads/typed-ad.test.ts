import { expect, it } from 'vitest'
import { emptyAd, keptAd, missingOf, readAd, readMargin, typedFrom, wrongDetail } from './typed-ad.ts'

const bank = { holder: 'Ana Ruiz', bank: 'Meezan', account: 'PK36SCBL0000001123456702' }
const whole = { ...emptyAd('PKR'), amount: '1000.', price: '280.5', least: '20', most: '600', methods: { 1: bank } }

it('sends what is typed once nothing is missing', () => {
  expect(readAd(emptyAd('PKR'))).toBeUndefined()
  expect(readAd(whole)).toMatchObject({
    amount: '1000',
    price: '280.5',
    methods: [{ paymentMethod: 1, details: bank }],
  })
  expect(readAd(whole)).not.toHaveProperty('margin')
  expect(readAd({ ...whole, mode: 'margin', margin: '-1.5' }, 7)).toMatchObject({ id: 7, margin: -150 })
  expect(readAd({ ...whole, mode: 'margin', margin: '0' })).toMatchObject({ margin: 0 })
  expect(readAd({ ...whole, mode: 'margin', margin: '11' })).toBeUndefined()
  expect(readAd({ ...whole, price: '0' })).toBeUndefined()
  expect(readAd({ ...whole, methods: { 1: { ...bank, account: '' } } })).toBeUndefined()
  expect(readAd({ ...whole, side: 'buy', methods: { 1: {} } })?.methods).toEqual([{ paymentMethod: 1, details: {} }])
  expect(readAd({ ...whole, side: 'buy' })?.methods).toEqual([{ paymentMethod: 1, details: {} }])
})

it('says what is still missing, from top to bottom', () => {
  const parts = [
    { ...whole, amount: '', least: '' },
    { ...whole, price: '0' },
    { ...whole, mode: 'margin' as const, margin: '11' },
    { ...whole, least: '' },
    { ...whole, most: '0' },
    { ...whole, methods: {} },
    { ...whole, methods: { 1: { ...bank, account: '' } } },
    whole,
  ]
  expect(parts.map(missingOf)).toEqual(['amount', 'price', 'margin', 'least', 'most', 'methods', 'methods', undefined])
})

it('takes amounts of hundredths, from the first one on', () => {
  expect(['0', '0.00', '0.01', '0.001', '1.'].map((amount) => missingOf({ ...whole, amount }))).toEqual([
    'amount',
    'amount',
    undefined,
    'amount',
    undefined,
  ])
})

it('reads a margin in hundredths of a percent', () => {
  expect(['0', '1,25', '-10', '10.01', 'x', ''].map(readMargin)).toEqual([
    0,
    125,
    -1_000,
    undefined,
    undefined,
    undefined,
  ])
})

it('takes up an ad as it was kept on the device, and nothing else', () => {
  expect(keptAd(JSON.stringify(whole))).toEqual(whole)
  expect(keptAd('{')).toBeUndefined()
  expect(keptAd('null')).toBeUndefined()
  const changes = [
    { side: 'lend' },
    { mode: 'free' },
    { window: 7 },
    { amount: 5 },
    { terms: undefined },
    { methods: null },
    { methods: { 1: null } },
    { methods: { 1: { bank: 5 } } },
  ]
  for (const change of changes)
    expect(keptAd(JSON.stringify({ ...whole, ...change })), JSON.stringify(change)).toBeUndefined()
})

it('reads a margin in figures and signs of any script', () => {
  expect(['−1.5', '１，２５', '-٢٫٥ %', '१.२', '\u200e+2', '\u202e5.1-'].map(readMargin)).toEqual([
    -150,
    125,
    -250,
    120,
    undefined,
    undefined,
  ])
})

it('begins with an ad as it stands', () => {
  const own = {
    fixed: null,
    margin: 150,
    quantity: '1000',
    least: '20',
    most: '600',
    methods: [{ paymentMethod: 1, details: bank }],
  }
  const ad = { side: 'sell', fiat: 'PKR', window: 30, terms: '', own } as const
  expect(typedFrom(ad)).toMatchObject({ mode: 'margin', margin: '1.5', amount: '1000', methods: { 1: bank } })
  expect(typedFrom(ad)).toMatchObject({ price: '', least: '20', most: '600' })
  const fixed = { ...ad, own: { ...own, fixed: '280.5', margin: null } }
  expect(typedFrom(fixed)).toMatchObject({ mode: 'fixed', price: '280.5', margin: '' })
})

it('names the field that cannot stay as it is, and why', () => {
  const of = (details: Readonly<Record<string, string>>, side: 'sell' | 'buy' = 'sell') =>
    wrongDetail({ ...whole, side, methods: { 1: { ...bank, ...details } } })
  expect(of({ account: 'PK36\u00a0SCBL\u00a00000\u00a00011\u00a02345\u00a06702' })).toBeUndefined()
  expect(of({ account: 'PK36SCBL0000001123456703' })).toEqual({
    field: 'account',
    flaw: { why: 'iban_typo' },
    text: 'PK36SCBL0000001123456703',
  })
  expect(of({ bank: '\u200b' })).toEqual({ field: 'bank', flaw: { why: 'missing' }, text: '\u200b' })
  expect(of({ account: '' }, 'buy')).toBeUndefined()
})
