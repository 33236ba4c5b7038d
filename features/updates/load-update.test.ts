import { describe, expect, it } from 'vitest'
import { appVersion } from '#kit/wire/signing/headers.ts'
import { assetsOf, isNewer, loadUpdate } from './load-update.ts'

const page = '<link href="/assets/a-1.css"><script src="/assets/b-2.js"></script><script src="/assets/b-2.js"></script>'

const noWorker = async () => false

describe('an update', () => {
  it('is a release of a higher number, and no other', () => {
    expect([
      isNewer({ latest: appVersion.code + 1 }),
      isNewer({ latest: appVersion.code }),
      isNewer({ latest: 1 }),
    ]).toEqual([true, false, false])
  })

  it('loads the page of now and all it names, once each', async () => {
    expect(assetsOf(page)).toEqual(['/assets/a-1.css', '/assets/b-2.js'])
    const asked: unknown[] = []
    await loadUpdate(noWorker, async (path, init) => {
      asked.push([path, init?.cache])
      return new Response(path === '/' ? page : '')
    })
    expect(asked).toEqual([
      ['/', 'reload'],
      ['/assets/a-1.css', 'default'],
      ['/assets/b-2.js', 'default'],
    ])
  })

  it('is loaded by what keeps the app on the device, where there is one', async () => {
    const asked: unknown[] = []
    await loadUpdate(
      async (timeoutMs) => timeoutMs === 120_000,
      async (path) => {
        asked.push(path)
        return new Response('')
      },
    )
    expect(asked).toEqual([])
  })

  it('is not loaded while a part of it is missing', async () => {
    const get = async (path: unknown) => new Response(page, { status: path === '/assets/b-2.js' ? 404 : 200 })
    await expect(loadUpdate(noWorker, get as typeof fetch)).rejects.toThrow('/assets/b-2.js answered 404')
  })
})
