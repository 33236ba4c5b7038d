import { expect, it } from 'vitest'
import { type OwnKind, type OwnNotice, ownTopics } from '../personal/own-notices.ts'
import { planTellings } from './plan.ts'

const wall = new Date('2026-11-22T23:00:00.000Z')
const notice = (kind: OwnKind, id: number): OwnNotice => ({
  ...{ key: `${kind}:${id}`, kind, at: wall, clock: 'business', subject: `${id}` },
})
const awake = { topics: ownTopics, quiet: '', zone: 'UTC' }
const asleep = { ...awake, quiet: '22:00-07:00' }
const fresh = { told: new Set<string>(), wall, isOver: false }
const kinds = (...given: Parameters<typeof planTellings>) => planTellings(...given).map(({ kind }) => kind)

it('tells what is new, the oldest first, each with its screen', () => {
  const told = planTellings([notice('price_alert', 2), notice('otc_paid', 7), notice('arrived', 3)], awake, fresh)
  expect(told.map(({ kind, tag, address }) => [kind, tag, address])).toEqual([
    ['arrived', 'arrived:3', '/pages/wallet/info?id=3'],
    ['otc_paid', 'otc_paid:7', '/pages/otc/order?id=7'],
    ['price_alert', 'price_alert:2', '/pages/exchange/index?view=pair&pair=2'],
  ])
})

it('tells nothing twice and nothing that was not chosen', () => {
  const both = [notice('arrived', 3), notice('order_over', 4)]
  expect(kinds(both, awake, { ...fresh, told: new Set(['arrived:3']) })).toEqual(['order_over'])
  expect(kinds(both, { ...awake, topics: ['money'] }, fresh)).toEqual(['arrived'])
})

it('tells many things as one, and what guards the wallet apart from them', () => {
  const many = [1, 2, 3, 4].map((id) => notice('arrived', id))
  const [first, second, ...rest] = planTellings([...many, notice('new_device', 9)], awake, fresh)
  expect([first?.kind, first?.urgent]).toEqual(['new_device', true])
  expect([second?.kind, second?.keys.length, second?.address]).toEqual(['several', 4, '/pages/notice/index'])
  expect(rest).toEqual([])
})

it('tells in quiet hours, and at the end of a session, only what guards the wallet', () => {
  const both = [notice('arrived', 3), notice('price_alert', 2), notice('new_device', 9)]
  expect(kinds(both, asleep, fresh)).toEqual(['new_device'])
  expect(kinds(both, awake, { ...fresh, isOver: true })).toEqual(['new_device'])
  expect(kinds(both, asleep, { ...fresh, wall: new Date('2026-11-22T07:00:00.000Z') })).toEqual([
    'new_device',
    'price_alert',
    'arrived',
  ])
})
