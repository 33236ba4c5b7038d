import { expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import type { Ad } from '#otc/ads/ads.ts'
import type { Sealed } from '#otc/details/methods.ts'
import { limitsOf, otcLimits } from '#otc/otc-settings.ts'
import type { Transaction } from '#otc/transactions.ts'
import { showAd, showTrader, showTransaction } from './show-otc.ts'

const [ana, ben] = ['ANA' as WalletId, 'BEN' as WalletId]
const at = new Date('2026-11-22T12:00:00Z')
const known = {
  partners: 6,
  open: 0,
  unpaid: 0,
  cancels: 0,
  completed: 9,
  completedShare: 90,
  releaseSeconds: 300,
  since: at,
}
const ad: Ad = {
  id: 1n,
  makerId: ana,
  side: 'sell',
  fiat: 'PKR',
  pricing: { fixed: null, margin: 100 },
  least: 2_000_000_000n,
  most: 60_000_000_000n,
  windowMinutes: 30,
  terms: '',
  methods: [{ method: 1, details: 'sealed' as Sealed, usableFrom: at }],
  units: 100_000_000_000n,
  bound: 50_000_000_000n,
  done: 10_000_000_000n,
  state: 'enabled',
  postedAt: at,
}

it('shows an ad without what only its maker needs', () => {
  const facts = {
    ad,
    guide: 28_100_000_000n,
    limits: limitsOf(otcLimits.initial),
    maker: known,
    nickname: 'Maria',
    now: at,
  }
  const shown = showAd(facts)
  expect(shown).toMatchObject({
    price: '283.81',
    left: '400',
    least: '20',
    most: '400',
    paymentMethods: [1],
    own: null,
  })
  expect(JSON.stringify(shown)).not.toContain('sealed')
  expect(shown.maker.nickname).toBe('M•••a')
  const methods = [{ paymentMethod: 1, details: { account: 'PK36' }, usableFrom: null }]
  expect(showAd({ ...facts, methods }).own).toMatchObject({
    methods,
    quantity: '1000',
    bound: '500',
    done: '100',
    margin: 100,
  })
})

it('shows a transaction from both sides', () => {
  const transaction = {
    id: 7n,
    adId: 1n,
    makerId: ana,
    takerId: ben,
    sellerId: ana,
    buyerId: ben,
    fiat: 'PKR',
    price: 28_000_000_000n,
    units: 10_000_000_000n,
    fiatUnits: 2_800_000_000_000n,
    state: 'paid',
    takenAt: at,
    payUntil: at,
    endedAt: null,
  } as Transaction
  const other = showTrader(ana, 'Maria', known)
  expect(showTransaction(transaction, ben, other)).toMatchObject({
    side: 'buy',
    isTaker: true,
    amount: '100',
    money: '28000',
    fee: '0.2',
    received: '99.8',
  })
  expect(showTransaction(transaction, ana, other)).toMatchObject({ side: 'sell', isTaker: false })
  const closed = { ...transaction, state: 'closed', endedAt: at, released: 0n, fee: 0n, returned: 0n } as Transaction
  expect(showTransaction(closed, ben, other)).toMatchObject({ fee: '0', received: '0' })
})
