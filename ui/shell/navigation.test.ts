// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  back,
  changeQuery,
  currentLocation,
  go,
  goWanted,
  hrefOf,
  isPath,
  layOver,
  navigateAmong,
  onLocationChange,
  wantedScreen,
  wantLater,
} from './navigation.ts'

const home = '/pages/index/index'
const token = '/pages/wallet/token'
beforeEach(() => {
  navigateAmong([home, token], () => {})
  go(home, undefined, { replace: true })
})

it('keeps parameters behind the hash, and forgets them on the next screen', () => {
  go(token, { coin: 'USDT', note: 'a&b=c' })
  expect(location.hash).toBe('#/pages/wallet/token?coin=USDT&note=a%26b%3Dc')
  expect(currentLocation()).toMatchObject({ path: token, query: { coin: 'USDT', note: 'a&b=c' } })
  go(home)
  expect(currentLocation()).toMatchObject({ path: home, query: {} })
  expect(location.search).toBe('')
})

it('counts its steps, and replacing is none', () => {
  const { depth } = currentLocation()
  go(token)
  expect(currentLocation().depth).toBe(depth + 1)
  go(home, undefined, { replace: true })
  expect(currentLocation().depth).toBe(depth + 1)
})

it('changes parameters without a step or another visit, and leaves out what is empty', () => {
  go(token, { coin: 'USDT', code: '3' })
  const { depth, visit } = currentLocation()
  changeQuery({ code: '', from: '2026-11-01' })
  expect(currentLocation()).toEqual({ path: token, query: { coin: 'USDT', from: '2026-11-01' }, depth, visit })
  expect(location.hash).toBe('#/pages/wallet/token?coin=USDT&from=2026-11-01')
})

it('goes up where there is nothing to go back to', () => {
  history.replaceState(null, '', hrefOf(token))
  dispatchEvent(new PopStateEvent('popstate'))
  expect(currentLocation()).toMatchObject({ path: token, depth: 0 })
  back(home)
  expect(currentLocation().path).toBe(home)
})

it('takes an address that was typed for a visit of its own, and the same one when one comes back to it', () => {
  const visits = ['USDT', 'WLD'].map((coin) => {
    history.pushState(null, '', hrefOf(token, { coin }))
    dispatchEvent(new PopStateEvent('popstate'))
    expect(currentLocation()).toMatchObject({ query: { coin }, depth: 0 })
    return currentLocation().visit
  })
  expect(new Set(visits).size).toBe(2)
  dispatchEvent(new PopStateEvent('popstate'))
  expect(currentLocation().visit).toBe(visits[1])
})

it('tells those who follow it, until they stop', () => {
  const seen: string[] = []
  const stop = onLocationChange(() => seen.push(currentLocation().path))
  go(token)
  stop()
  go(home)
  expect(seen).toEqual([token])
})

it('knows its screens from what only looks like one', () => {
  expect(isPath(token)).toBe(true)
  expect(isPath('/pages/mining/index')).toBe(false)
})

it('lets a step back close what lies over the screen, but not where the app itself goes back', () => {
  const closed: string[] = []
  go(token)
  const { depth } = currentLocation()
  const takeAway = layOver(() => closed.push('sheet'))
  const before = { depth: depth - 1, visit: 'before' }
  dispatchEvent(new PopStateEvent('popstate', { state: before }))
  expect([closed, currentLocation().path]).toEqual([['sheet'], token])
  dispatchEvent(new PopStateEvent('popstate', { state: { depth, visit: 'here' } }))
  back(home)
  history.replaceState(before, '', hrefOf(home))
  dispatchEvent(new PopStateEvent('popstate', { state: before }))
  expect([closed, currentLocation().path]).toEqual([['sheet'], home])
  takeAway()
})

describe('a screen that was opened by its address', () => {
  const stepTo = (state: unknown, path = token, query = {}) => {
    history.replaceState(state, '', hrefOf(path, query))
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }
  beforeEach(() => {
    history.replaceState(null, '', hrefOf(token))
    dispatchEvent(new PopStateEvent('popstate'))
  })

  it('keeps what was typed when a step back closes its sheet', () => {
    const { visit } = currentLocation()
    const base = history.state
    const length = history.length
    const closed: string[] = []
    const takeAway = layOver(() => closed.push('sheet'))
    expect([history.length, history.state]).toEqual([length + 1, { depth: 0, visit, over: visit }])
    changeQuery({ coin: 'WLD' })
    const seen: string[] = []
    const stop = onLocationChange(() => seen.push('changed'))
    stepTo(base)
    takeAway()
    stop()
    expect([closed, seen]).toEqual([['sheet'], []])
    expect(currentLocation()).toEqual({ path: token, query: { coin: 'WLD' }, depth: 0, visit })
    expect([location.hash, history.state]).toEqual([hrefOf(token, { coin: 'WLD' }), { depth: 0, visit }])
  })

  it('closes one sheet after the other', () => {
    const base = history.state
    const closed: string[] = []
    const takeAway = [layOver(() => closed.push('lower')), layOver(() => closed.push('upper'))]
    stepTo(base)
    takeAway[1]?.()
    expect(closed).toEqual(['upper'])
    expect(history.state).toHaveProperty('over')
    stepTo(base)
    takeAway[0]?.()
    expect(closed).toEqual(['upper', 'lower'])
    expect(history.state).not.toHaveProperty('over')
  })

  it('is left by one step back once its sheet was closed, also where another screen took its place', () => {
    const base = history.state
    const left = vi.spyOn(history, 'back').mockImplementation(() => {})
    layOver(() => {})()
    stepTo(base)
    expect(left).toHaveBeenCalledOnce()
    const takeAway = layOver(() => {})
    go(home, undefined, { replace: true })
    takeAway()
    expect(history.state).toHaveProperty('over')
    stepTo(base)
    expect(left).toHaveBeenCalledTimes(2)
    go(home)
    expect([history.state.over, currentLocation().depth]).toEqual([undefined, 1])
    left.mockRestore()
  })
})

it('keeps a screen that was wanted before signing in with each step of the way, and goes there once', async () => {
  go(token, { coin: 'WLD' })
  wantLater(currentLocation())
  go(home, undefined, { replace: true })
  go(home, { step: '2' })
  const wanted = { path: token, query: { coin: 'WLD' } }
  expect(history.state).toMatchObject({ wanted })
  vi.resetModules()
  const reloaded = await import('./navigation.ts')
  expect(reloaded.wantedScreen()).toEqual(wanted)
  goWanted(home)
  expect(currentLocation()).toMatchObject(wanted)
  expect(wantedScreen()).toBeUndefined()
  goWanted(home)
  expect(currentLocation().path).toBe(home)
})
