import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs } from '#kit/time/clock.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { type TestApp, testApp } from '../test/test-app.ts'

describe('the frame of the web view', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const frameRule = async (): Promise<string> => {
    const { headers } = await world.app.inject({ method: 'GET', url: '/' })
    const rules = String(headers['content-security-policy']).split(';')
    return rules.find((rule) => rule.trim().startsWith('frame-src')) ?? ''
  }
  const set = (value: readonly string[]) =>
    world.db.transaction((tx) => changeSetting(tx, webHosts, { value, reason: 'test', at: world.clock.now() }))

  it('shows the hosts of the setting and no other, so that a page cannot lead its frame elsewhere either', async () => {
    expect(await frameRule()).toBe(`frame-src ${webHosts.initial.map((host) => `https://${host}`).join(' ')}`)
    await set(['one.example', 'two.example'])
    world.wall.set(addMs(world.wall.now(), 5_000))
    expect(await frameRule()).toBe('frame-src https://one.example https://two.example')
    await set([])
    world.wall.set(addMs(world.wall.now(), 5_000))
    expect(await frameRule()).toBe("frame-src 'none'")
  })
})
