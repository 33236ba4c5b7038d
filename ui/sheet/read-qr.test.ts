import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const picture = {} as ImageBitmapSource
vi.mock('qr/decode.js', () => ({
  BarcodeDetector: class {
    detect = async () => [{ rawValue: 'read by the library' }]
  },
}))

function browserReads(found: readonly string[], formats: readonly string[] = ['ean_13', 'qr_code']) {
  const made = vi.fn()
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats
      constructor(options: unknown) {
        made(options)
      }
      detect = async () => found.map((rawValue) => ({ rawValue }))
    },
  )
  return made
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())
const read = async () => (await import('./read-qr.ts')).readQr(picture)

describe('a code in a picture', () => {
  it('is read by the browser itself where it can, once made for QR codes alone', async () => {
    const made = browserReads(['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'a second one'])
    const { readQr } = await import('./read-qr.ts')
    expect([await readQr(picture), await readQr(picture)]).toEqual([
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ])
    expect(made.mock.calls).toEqual([[{ formats: ['qr_code'] }]])
  })

  it('is none where the browser finds none', async () => {
    browserReads([])
    expect(await read()).toBeUndefined()
    browserReads([''])
    vi.resetModules()
    expect(await read()).toBeUndefined()
  })

  it('is read by the library where the browser has no detector, or one without QR codes, or one that fails', async () => {
    expect(await read()).toBe('read by the library')
    vi.resetModules()
    const made = browserReads(['never asked'], ['ean_13'])
    expect(await read()).toBe('read by the library')
    expect(made).not.toHaveBeenCalled()
    vi.resetModules()
    vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.reject(new Error('no service')) })
    expect(await read()).toBe('read by the library')
  })
})
