import { expect, it } from 'vitest'
import { addMs, hourMs } from '#kit/time/clock.ts'
import {
  byWeek,
  formatReadPosition,
  inOrder,
  isUnread,
  kindOfRecord,
  momentOf,
  noticesOfRecords,
  type OwnKind,
  type OwnNotice,
  paidNotices,
  placeOf,
  readMark,
  type TellingRecord,
  topicOf,
  withdrawalCodes,
} from './own-notices.ts'

type Paid = Parameters<typeof paidNotices>[0][number]

const at = new Date('2026-11-22T12:00:00.000Z')
const record = (change: Partial<TellingRecord>): TellingRecord => ({
  ...{ id: 1n, at, code: 2, purpose: 'available', direction: 'in', asset: 'USDT', units: 100n },
  ...{ other: { owner: 'outside', own: false } },
  ...change,
})
const kinds = (...records: readonly TellingRecord[]) => noticesOfRecords(records).map(({ kind }) => kind)

it('tells what came in, and not what one sent', () => {
  expect(kinds(record({ code: 4 }))).toEqual(['arrived'])
  expect(kinds(record({ code: 4, direction: 'out' }))).toEqual([])
  expect(kinds(record({ code: 5 }))).toEqual([])
})

it('tells of each record type what it is, and of all others nothing', () => {
  const codesOf = (wanted: string) =>
    Array.from({ length: 200 }, (_, code) => code).filter((code) => kindOfRecord(record({ code })) === wanted)
  expect(codesOf('arrived')).toEqual([0, 1, 2, 4])
  expect(codesOf('paid')).toEqual([13, 14, 19, 25, 26, 28, 35, 39, 40, 102, 103, 104, 109, 112])
  expect(codesOf('withdrawal_asked')).toEqual([3])
  expect(codesOf('withdrawal_back')).toEqual([101])
  expect([...withdrawalCodes]).toEqual([3, 101])
})

it('tells a step by its first record where several are of one moment, and by its newest otherwise', () => {
  const step = (id: bigint, moment = at) => record({ id, at: moment, code: 101, ref: 'withdrawal:7' })
  expect(noticesOfRecords([step(9n), step(8n)]).map(({ subject }) => subject)).toEqual(['9'])
  expect(noticesOfRecords([step(8n), step(9n, addMs(at, 1))]).map(({ subject }) => subject)).toEqual(['9'])
})

it('tells each step of a withdrawal once, whatever its parts are', () => {
  const held = { owner: 'wallet', own: true }
  expect(
    kinds(
      record({ id: 9n, code: 101, ref: 'withdrawal:7' }),
      record({ id: 8n, code: 101, ref: 'withdrawal:7' }),
      record({ id: 3n, code: 3, purpose: 'held', direction: 'out', ref: 'withdrawal:7' }),
      record({ id: 2n, code: 100, purpose: 'held', direction: 'out', ref: 'withdrawal:7' }),
      record({ id: 1n, code: 3, direction: 'out', other: held, ref: 'withdrawal:7' }),
    ),
  ).toEqual(['withdrawal_back', 'withdrawal_sent', 'withdrawal_asked'])
})

it('tells once what a day paid, by its newest payment', () => {
  const later = addMs(at, hourMs)
  const found = noticesOfRecords([record({ id: 5n, code: 35, at: later }), record({ id: 4n, code: 112 })])
  expect(found).toMatchObject([{ key: 'paid:2026-11-22', kind: 'paid', at: later, clock: 'business', subject: '' }])
  expect(kinds(record({ code: 112, purpose: 'principal' }))).toEqual([])
})

it('tells the end of a term by its order, not as income', () => {
  expect(kinds(record({ code: 13, other: { owner: 'market:USDT-WLD', own: false } }))).toEqual([])
  expect(kinds(record({ code: 13, other: { owner: 'pool:liquidity', own: false } }))).toEqual(['paid'])
})

it('puts both clocks on one line, and reads each by its own mark', () => {
  const of = (key: string, clock: OwnNotice['clock'], moment: Date): OwnNotice => ({
    ...{ key, clock, at: moment, kind: 'arrived', subject: '' },
  })
  const ahead = 48 * hourMs
  const login = of('login', 'real', at)
  const coins = of('coins', 'business', addMs(at, ahead - hourMs))
  const businessTime = (real: Date) => addMs(real, ahead)
  expect(inOrder([coins, login], businessTime).map(({ key }) => key)).toEqual(['login', 'coins'])
  // Regression B6: the list sorts by one clock, not two.
  const shown = inOrder([coins, login], businessTime).map((each) => momentOf(each, businessTime).toISOString())
  expect(shown).toEqual(['2026-11-24T12:00:00.000Z', '2026-11-24T11:00:00.000Z'])
  const mark = readMark(formatReadPosition({ business: addMs(at, ahead), real: addMs(at, -1) }))
  expect([coins, login].map((each) => isUnread(each, mark))).toEqual([false, true])
  expect(isUnread(coins, undefined)).toBe(true)
})

it('belongs to one topic, and leads to the thing it tells of', () => {
  const of = (kind: OwnKind, subject = '7') => [topicOf(kind), placeOf({ kind, subject })]
  const record = { to: '/pages/wallet/info', query: { id: '7' } }
  expect(of('arrived')).toEqual(['money', record])
  expect(of('withdrawal_back')).toEqual(['money', record])
  expect(of('paid', '')).toEqual(['orders', { to: '/pages/wallet/logs' }])
  expect(of('order_over')).toEqual(['orders', { to: '/pages/invest/detail', query: { id: '7' } }])
  expect(of('price_alert')).toEqual(['prices', { to: '/pages/exchange/index', query: { view: 'pair', pair: '7' } }])
  expect(of('otc_paid')).toEqual(['otc', { to: '/pages/otc/order', query: { id: '7' } }])
  expect(of('payment_details')).toEqual(['security', { to: '/pages/otc/ads' }])
  expect(of('new_device')).toEqual(['security', { to: '/pages/my/security' }])
})

it('is read up to the very moment of the mark, and orders what is of one moment by its key', () => {
  const notice = (key: string): OwnNotice => ({ key, kind: 'arrived', at, clock: 'business', subject: '' })
  const unread = (business: Date) => isUnread(notice('a'), { business, real: at })
  expect([unread(at), unread(addMs(at, -1))]).toEqual([false, true])
  for (const keys of ['abc', 'cba', 'bca'])
    expect(inOrder([...keys].map(notice), (real) => real).map(({ key }) => key)).toEqual(['c', 'b', 'a'])
})

it('says how much came, and from which wallet', () => {
  const [came] = noticesOfRecords([record({ code: 4, units: 20n, other: { owner: 'wallet:ANA0000000', own: false } })])
  expect(came).toMatchObject({ amounts: [{ asset: 'USDT', units: 20n }], source: 'ANA0000000' })
  const [fromChain] = noticesOfRecords([record({ other: { owner: 'outside:eth', own: false } })])
  expect(fromChain).not.toHaveProperty('source')
  const ownHeld = { owner: 'wallet:ANA0000000', own: true }
  expect(noticesOfRecords([record({ code: 101, other: ownHeld })])[0]).not.toHaveProperty('source')
  const held = { owner: 'wallet', own: true }
  const [asked] = noticesOfRecords([
    record({ code: 3, direction: 'out', units: 200n, other: held, ref: 'withdrawal:7' }),
  ])
  expect(asked?.amounts).toEqual([{ asset: 'USDT', units: -200n }])
  const back = { code: 101, ref: 'withdrawal:7' }
  const [whole] = noticesOfRecords([record({ ...back, id: 9n, units: 199n }), record({ ...back, id: 8n, units: 1n })])
  expect(whole).toMatchObject({ kind: 'withdrawal_back', subject: '9', amounts: [{ asset: 'USDT', units: 200n }] })
})

it('adds up the income of a day by coin, and names the payer where it was one', () => {
  const day = '2026-11-22' as Paid['day']
  const paid = (payer: string, asset: 'USDT' | 'WLD', units: bigint) => ({ day, at, asset, payer, units })
  expect(paidNotices([paid('pool.compound.free', 'USDT', 10n), paid('order.compound.promised', 'WLD', 3n)])).toEqual([
    {
      ...{ key: 'paid:2026-11-22', kind: 'paid', at, clock: 'business', subject: '', source: 'compound', days: 1 },
      amounts: [
        { asset: 'USDT', units: 10n },
        { asset: 'WLD', units: 3n },
      ],
    },
  ])
  const [mixed] = paidNotices([paid('pool.compound.free', 'USDT', 10n), paid('house.referral', 'USDT', 5n)])
  expect(mixed).toMatchObject({ amounts: [{ asset: 'USDT', units: 15n }], days: 1 })
  expect(mixed).not.toHaveProperty('source')
})

it('makes one notice of the income of a week, from Monday to Sunday in UTC, and leaves the rest alone', () => {
  const paid = (moment: string, units: bigint) => {
    const day = moment.slice(0, 10) as Paid['day']
    return { day, at: new Date(moment), asset: 'USDT' as const, payer: 'pool.compound.free', units }
  }
  const days = paidNotices([
    paid('2026-11-30T00:00:00Z', 4n),
    paid('2026-11-29T23:59:59Z', 2n),
    paid('2026-11-23T00:00:00Z', 1n),
    paid('2026-11-22T23:59:59Z', 8n),
  ])
  const login: OwnNotice = { key: 'new_device:1', kind: 'new_device', at, clock: 'real', subject: '' }
  const seen = byWeek([...days, login]).map(({ key, at: moment, amounts, days: count, source }) => [
    ...[key, moment.toISOString().slice(0, 10), amounts?.map(({ units }) => units), count, source],
  ])
  expect(seen).toEqual([
    ['paid:week:2026-11-30', '2026-11-30', [4n], 1, 'compound'],
    ['paid:week:2026-11-23', '2026-11-29', [3n], 2, 'compound'],
    ['paid:week:2026-11-16', '2026-11-22', [8n], 1, 'compound'],
    ['new_device:1', '2026-11-22', undefined, undefined, undefined],
  ])
})
