import { describe, expect, it } from 'vitest'
import { readJpeg } from './jpeg-form.ts'
import { readPicture } from './picture-form.server.ts'
import { readPng } from './png-form.server.ts'
import { pngChunk, pngHead, pngSignature, testJpeg, testPng, testWebp, webpOf } from './test-pictures.ts'
import { readWebp } from './webp-form.ts'

const sizeOf = ({ width, height, type }: { width: number; height: number; type: string }) => [type, width, height]

describe('a file', () => {
  it('is known by its content', () => {
    expect(sizeOf(readPicture(testPng(3, 2)))).toEqual(['png', 3, 2])
    expect(sizeOf(readPicture(testJpeg))).toEqual(['jpeg', 16, 8])
    expect(sizeOf(readPicture(testWebp))).toEqual(['webp', 16, 8])
  })

  it('is refused wherever it is cut off', () => {
    for (const whole of [testPng(3, 2), testJpeg, testWebp])
      for (let length = 0; length < whole.length; length++)
        expect(() => readPicture(whole.subarray(0, length)), `${length} bytes`).toThrow('upload.illegal')
  })

  it('is refused with anything behind it', () => {
    for (const whole of [testPng(3, 2), testJpeg, testWebp])
      for (const more of ['\0', 'PK\x03\x04', '<script>'])
        expect(() => readPicture(Buffer.concat([whole, Buffer.from(more)]))).toThrow('upload.illegal')
  })

  it('never makes a reader fail, whatever its bytes are', () => {
    let seed = 7
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed
    }
    for (const whole of [testPng(3, 2), testJpeg, testWebp])
      for (let n = 0; n < 3_000; n++) {
        const bent = Buffer.from(whole)
        bent[next() % bent.length] = next() % 256
        bent[next() % bent.length] = next() % 256
        try {
          readPicture(bent)
        } catch (error) {
          expect((error as Error).message).toBe('upload.illegal')
        }
      }
  })

  it('is refused when it would unpack to more than 16 million pixels', () => {
    const of = (width: number, height: number) => () =>
      readPicture(Buffer.concat([pngSignature, pngHead(width, height), pngChunk('IEND')]))
    expect(sizeOf(of(4096, 4096)())).toEqual(['png', 4096, 4096])
    for (const [width, height] of [
      [4097, 4096],
      [8193, 1],
      [1, 0xffffffff],
      [0, 5],
    ] as const)
      expect(of(width, height), `${width} × ${height}`).toThrow('upload.illegal')
  })
})

describe('a PNG', () => {
  it('is unpacked from its pixels alone, without texts and profiles', () => {
    const bare = testPng(3, 2)
    const dressed = testPng(3, 2, {
      more: [pngChunk('zTXt', Buffer.from('a bomb')), pngChunk('iCCP', Buffer.from('b'))],
    })
    expect(readPng(dressed)?.bytes).toEqual(Buffer.from(bare))
  })
  it('is refused when it moves, or has parts nobody knows, or a wrong check sum', () => {
    for (const name of ['acTL', 'fcTL', 'fdAT', 'JUNK', 'IHDR', 'IEND'])
      expect(readPng(testPng(3, 2, { more: [pngChunk(name, Buffer.alloc(8))] })), name).toBeUndefined()
    const wrong = Buffer.from(testPng(3, 2))
    wrong[wrong.length - 1] = 0
    expect(readPng(wrong)).toBeUndefined()
  })
})

describe('a JPEG', () => {
  it('is refused with two pictures in it, with too many scans, or packed as no camera does', () => {
    const frame = testJpeg.indexOf(Buffer.from([0xff, 0xc2])) >= 0 ? 0xc2 : 0xc0
    const at = testJpeg.indexOf(Buffer.from([0xff, frame]))
    const end = at + 2 + testJpeg.readUInt16BE(at + 2)
    const put = (part: Uint8Array) => Buffer.concat([testJpeg.subarray(0, end), part, testJpeg.subarray(end)])
    expect(readJpeg(put(testJpeg.subarray(at, end)))).toBeUndefined()
    expect(readJpeg(put(Buffer.from([0xff, 0xd8])))).toBeUndefined()
    const arithmetic = Buffer.from(testJpeg)
    arithmetic[at + 1] = 0xc9
    expect(readJpeg(arithmetic)).toBeUndefined()
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0])
    expect(readJpeg(put(scan))).toMatchObject({ width: 16 })
    expect(readJpeg(put(Buffer.concat(Array.from({ length: 64 }, () => scan))))).toBeUndefined()
  })
})

describe('a WebP', () => {
  const pixels = ['VP8L', testWebp.subarray(20, 20 + testWebp.readUInt32LE(16))] as const
  const canvas = (width: number, height: number, flags = 0) => {
    const data = Buffer.alloc(10)
    data.writeUInt8(flags)
    data.writeUIntLE(width - 1, 4, 3)
    data.writeUIntLE(height - 1, 7, 3)
    return ['VP8X', data] as const
  }
  it('is read with a canvas and data of applications', () => {
    expect(readWebp(webpOf(canvas(16, 8), pixels, ['EXIF', Buffer.from('a')]))).toMatchObject({ width: 16, height: 8 })
  })
  it('is refused when it moves, has two pictures, or a canvas of another size', () => {
    for (const file of [
      webpOf(canvas(16, 8, 2), ['ANIM', Buffer.alloc(6)], ['ANMF', Buffer.alloc(20)]),
      webpOf(pixels, pixels),
      webpOf(canvas(17, 8), pixels),
      webpOf(pixels, canvas(16, 8)),
      webpOf(canvas(16, 8)),
      webpOf(['VP8 ', Buffer.alloc(10)]),
    ])
      expect(readWebp(file)).toBeUndefined()
  })
})
