import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getHome } from '#features/market/market.contract.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { operate } from '../../test/test-operator.ts'

describe('the links of the home screen', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())
  const links = async () => (await app.client().call(getHome, {})).links
  const link = async (id: string) => (await links()).find((each) => each.id === id)

  it('lead somewhere from the start, and say which of them the app shows itself', async () => {
    const all = await links()
    expect(all).toHaveLength(12)
    expect(all.filter(({ target }) => target === null).map(({ kind }) => kind)).toEqual(['social', 'social'])
    expect(all.filter(({ framed }) => framed).map(({ id }) => id)).toEqual(['world_id', 'world_pay', 'world_coin'])
  })

  it('are led elsewhere, or taken off, by a verb', async () => {
    expect((await operate(app, 'link set telegram https://t.me/example')).code).toBe(0)
    expect(await link('telegram')).toMatchObject({ target: 'https://t.me/example', framed: false })
    expect((await operate(app, 'link set x nowhere')).code).toBe(0)
    expect(await link('x')).toMatchObject({ target: null })
    expect((await operate(app, 'link set x pages/news/index')).code).toBe(0)
    expect((await operate(app, 'link list')).text).toContain('social  x  pages/news/index')
    const before = await links()
    for (const bad of [
      'link set nobody https://a.example',
      'link set x',
      'link set x javascript:alert(1)',
      'link set x http://a.example',
      'link set x https://a@b.example',
    ])
      expect((await operate(app, bad)).code, bad).toBe(2)
    expect(await links()).toEqual(before)
  })
})
