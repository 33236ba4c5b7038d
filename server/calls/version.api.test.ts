import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '#kit/release.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { loadVersion } from '#kit/wire/contracts/app.contract.ts'
import { appVersion } from '#kit/wire/signing/headers.ts'
import { type TestApp, testApp } from '../test/test-app.ts'

describe('the newest version of the app', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())
  const set = (value: unknown) =>
    world.db.transaction((tx) => changeSetting(tx, release, { value, reason: 'test', at: world.clock.now() }))
  const asked = { editionType: 'web', versionType: 'web', versionCode: appVersion.code }

  it('is this one until an operator says otherwise', async () => {
    expect(await world.client().call(loadVersion, asked)).toMatchObject({
      latest: appVersion.code,
      latestName: appVersion.name,
      force: false,
      packageType: 'page',
    })
  })

  it('is told under the names of the specification, in the reader’s language with English behind', async () => {
    const text = { en: 'Faster.', ur: 'تیز تر۔' }
    await set({ version: '2.1.0', code: 210, force: true, package: 'https://app.example/g.apk', text })
    const { envelope } = await world
      .client()
      .send(loadVersion, asked, { params: { lang: 'ur' }, headers: { Apptype: 'app' } })
    expect(envelope).toMatchObject({
      code: 0,
      data: {
        ver_num: 210,
        description: 'تیز تر۔',
        package_url: 'https://app.example/g.apk',
        force: true,
        package_type: 'package',
      },
    })
    expect((await world.client().call(loadVersion, asked, { params: { lang: 'zh-CN' } })).description).toBe('Faster.')
  })

  it('asks for edition, platform and number', async () => {
    const client = world.client()
    expect(await client.refusal(loadVersion, { ...asked, editionType: '' })).toBe('field.required')
    expect(await client.refusal(loadVersion, asked, { params: { version: 'newest' } })).toBe('field.format')
  })

  it('takes no package from anywhere but https, and no text without English', async () => {
    const good = { version: '2.1.0', code: 210, force: false, package: '', text: { en: 'x' } }
    for (const bad of [
      { package: 'javascript:alert(1)' },
      { package: 'http://a.example' },
      { text: { ur: 'x' } },
      { code: 0 },
      { version: 'two' },
    ])
      await expect(set({ ...good, ...bad }), JSON.stringify(bad)).rejects.toThrow()
    await set(good)
  })
})
