import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPicture } from '#identity/pictures/picture-form.server.ts'
import { testJpeg, testPng, testWebp } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { loadWalletInfo } from './profile.contract.ts'
import { changeAvatar, loadAlbum, removePicture } from './upload.contract.ts'

const form = (file: Uint8Array) => ({ category: 'avatar', filetype: 'image', file: new Uint8Array(file) }) as const
const colour = (red: number) => testPng(4, 4, { pixel: () => [red, 80, 80, 255] })

describe('pictures', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())
  const signedIn = async () => {
    const client = world.client()
    await client.createWallet()
    return client
  }

  it('are uploaded, chosen, shown and removed', async () => {
    const client = await signedIn()
    for (const file of [testPng(900, 600), testJpeg, testWebp]) {
      const { picture, path } = await client.call(uploadPicture, form(file))
      expect(await client.call(changeAvatar, { avatar: picture })).toEqual({ avatar: picture })
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ avatar: picture })
      expect(path).toBe(`/pictures/${picture}.webp`)
      const shown = await world.app.inject(path ?? '')
      expect(shown.statusCode).toBe(200)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      const side = file.length === testPng(900, 600).length ? 512 : 8
      expect(readPicture(shown.rawPayload)).toMatchObject({ type: 'webp', width: side, height: side })
      expect(await client.call(removePicture, { picture })).toEqual({ picture })
      expect(await client.call(loadWalletInfo, {})).toMatchObject({ avatar: null })
      expect((await world.app.inject(path ?? '')).statusCode).toBe(404)
    }
  })

  it('are kept once each, nine at most; the oldest goes, and never the one in use', async () => {
    const client = await signedIn()
    const ids: string[] = []
    for (let n = 0; n < 11; n++) {
      world.wall.advance(10_000)
      const { picture } = await client.call(uploadPicture, form(colour(n * 20)))
      ids.push(picture)
      if (n === 0) await client.call(changeAvatar, { avatar: picture })
    }
    const { items } = await client.call(loadAlbum, {})
    expect(items.map(({ picture }) => picture)).toEqual([...ids.slice(3).toReversed(), ids[0]])
    expect(items.filter(({ chosen }) => chosen).map(({ picture }) => picture)).toEqual([ids[0]])
    expect(await client.call(uploadPicture, form(colour(0)))).toMatchObject({ picture: ids[0] })
    expect((await client.call(loadAlbum, {})).items).toHaveLength(9)
  })

  it('of one wallet are not another’s to choose or to remove', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const { picture } = await one.call(uploadPicture, form(testPng(4, 4)))
    expect(await other.refusal(changeAvatar, { avatar: picture })).toBe('request.data_missing')
    expect(await other.refusal(removePicture, { picture })).toBe('request.data_missing')
    expect(await other.call(uploadPicture, form(testPng(4, 4)))).not.toEqual({ picture })
    expect((await one.call(loadAlbum, {})).items).toHaveLength(1)
  })

  it('refuse an avatar that is missing or no picture’s name', async () => {
    const client = await signedIn()
    expect(await client.refusal(changeAvatar, { avatar: '' })).toBe('field.required')
    for (const avatar of ['x', '../../etc/passwd', 'a'.repeat(63), `${'a'.repeat(64)}.webp`])
      expect(await client.refusal(changeAvatar, { avatar })).toBe('field.format')
    expect(await client.refusal(changeAvatar, { avatar: 'a'.repeat(64) })).toBe('request.data_missing')
  })

  it('are found under no other name', async () => {
    for (const name of ['x', `${'a'.repeat(64)}.webp`, `${'a'.repeat(64)}.svg`, '..%2f..%2fpackage.json', '%00'])
      expect((await world.app.inject(`/pictures/${name}`)).statusCode, name).not.toBe(200)
  })

  it('are looked for as often as an address may call, and no more', async () => {
    const one = { burst: 3, perSecond: 1 }
    const limited = await testApp({ config: { limits: { address: one, session: one } } })
    try {
      const look = async () => (await limited.app.inject(`/pictures/${'a'.repeat(64)}.webp`)).statusCode
      expect([await look(), await look(), await look(), await look()]).toEqual([404, 404, 404, 429])
      limited.wall.advance(1_000)
      expect(await look()).toBe(404)
    } finally {
      await limited.close()
    }
  })

  it('may be uploaded 52 times an hour', async () => {
    const limited = await testApp({
      config: { limits: { address: { burst: 999, perSecond: 99 }, session: { burst: 999, perSecond: 99 } } },
    })
    try {
      const client = limited.client()
      await client.createWallet()
      const file = new Uint8Array([1])
      const answers: string[] = []
      for (let n = 0; n < 53; n++) {
        if (n % 12 === 0) limited.wall.advance(60_000)
        answers.push(await client.refusal(uploadPicture, { ...form(file) }))
      }
      expect(answers.filter((key) => key === 'upload.illegal')).toHaveLength(52)
      expect(answers.at(-1)).toBe('request.too_often')
    } finally {
      await limited.close()
    }
  })
})
