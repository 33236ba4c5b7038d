import { expect, it } from 'vitest'
import { routes } from '../routes.ts'
import { besideOf, entryOf, isList } from './beside.ts'

const none = new Map()

it('puts the list beside what one of its rows opened, as the list was left', () => {
  const record = { path: '/pages/wallet/info', query: { id: '7' } }
  expect(besideOf(record, none)).toEqual({ path: '/pages/wallet/logs', query: {} })
  const left = new Map([['/pages/wallet/logs', { coin: 'WLD' }]])
  expect(besideOf(record, left)).toEqual({ path: '/pages/wallet/logs', query: { coin: 'WLD' } })
})

it('tells two screens of one address apart', () => {
  expect(besideOf({ path: '/pages/invest/detail', query: { id: '3' } }, none)?.path).toBe('/pages/invest/logs')
  expect(besideOf({ path: '/pages/invest/detail', query: { product: '3' } }, none)?.path).toBe('/pages/invest/index')
  expect(besideOf({ path: '/pages/wallet/withdraw', query: { id: '3' } }, none)?.query).toEqual({ view: 'list' })
})

it('puts the chart of a pair beside the form, whichever of the two was asked for', () => {
  const chart = besideOf({ path: '/pages/exchange/index', query: { pair: '2', give: 'WLD' } }, none)
  expect(chart).toEqual({
    path: '/pages/exchange/index',
    query: { view: 'pair', pair: '2' },
    follows: true,
    isEven: true,
  })
  expect(besideOf({ path: '/pages/exchange/index', query: { view: 'pair', pair: '2' } }, none)).toEqual(chart)
  expect(besideOf({ path: '/pages/exchange/index', query: { give: 'WLD' } }, none)).toBeUndefined()
})

it('never puts a screen that asks for a session beside one that does not', () => {
  for (const [path, { guard }] of Object.entries(routes)) {
    const beside = besideOf({ path, query: {} }, none)
    if (beside && guard === undefined) expect([path, routes[beside.path]?.guard]).toEqual([path, undefined])
  }
})

it('knows which screens are lists whose rows open beside them', () => {
  expect(isList({ path: '/pages/wallet/logs' })).toBe(true)
  expect(isList({ path: '/pages/my/security' })).toBe(false)
  expect(isList({ path: '/pages/index/index' })).toBe(false)
})

it('opens by default what a row of the list leads to, unless opening it would change something', () => {
  expect(entryOf('#/pages/wallet/info?id=7', '/pages/wallet/logs')).toEqual({
    path: '/pages/wallet/info',
    query: { id: '7' },
  })
  expect(entryOf('#/pages/proof/reserves', '/pages/proof/index')).toEqual({ path: '/pages/proof/reserves', query: {} })
  expect(entryOf('#/pages/wallet/info?id=7', '/pages/wallet/index')).toBeUndefined()
  for (const [hash, list] of [
    ['#/pages/notice/info?id=1', '/pages/notice/index'],
    ['#/pages/wallet/recharge', '/pages/wallet/index'],
    ['#/pages/constructor', '/pages/wallet/index'],
  ] as const)
    expect(entryOf(hash, list)).toBeUndefined()
})
