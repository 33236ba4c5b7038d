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

  const part = (mark: number, ...data: readonly number[]) => {
    const length = data.length + 2
    return [0xff, mark, length >> 8, length % 256, ...data]
  }
  const start = [0xff, 0xd8]
  const end = [0xff, 0xd9]
  const frame = (mark = 0xc0, colours = 3) => part(mark, 8, 515 >> 8, 515 % 256, 300 >> 8, 300 % 256, colours, 7, 0, 0)
  const scan = [...part(0xda, 0), 1, 0xff, 0, 2]
  const read = (...parts: readonly (readonly number[])[]) => {
    const form = readJpeg(Uint8Array.from(parts.flat()))
    return form && [form.width, form.height]
  }
  const size = [300, 515]

  it('has a frame as cameras write it, of one or three colours', () => {
    for (const mark of [0xc0, 0xc1, 0xc2]) expect(read(start, frame(mark), scan, end)).toEqual(size)
    for (const mark of [0xbf, 0xc3, 0xc5]) expect(read(start, frame(mark), scan, end)).toBeUndefined()
    expect([0, 1, 2, 3, 4].map((colours) => read(start, frame(0xc0, colours), scan, end))).toEqual([
      ...[undefined, size],
      ...[undefined, size, undefined],
    ])
  })

  it('has tables, comments and data of applications, which may be empty, and no other parts', () => {
    for (const mark of [0xc4, 0xdb, 0xdd, 0xfe, 0xe0, 0xe7, 0xef])
      for (const each of [part(mark), part(mark, 5, 6)])
        expect(read(start, each, frame(), scan, end), mark.toString(16)).toEqual(size)
    for (const mark of [0xc3, 0xc5, 0xda - 1, 0xdc, 0xde, 0xdf, 0xf0, 0xfd, 0xff])
      expect(read(start, part(mark), frame(), scan, end), mark.toString(16)).toBeUndefined()
    expect(read(start, [0, ...part(0xe0, 5).slice(1)], frame(), scan, end)).toBeUndefined()
    expect(read([0xff, 0xd7], frame(), scan, end)).toBeUndefined()
  })

  it('has a frame, then 1 to 64 scans, then its end', () => {
    const scans = (count: number) => Array.from({ length: count }, () => scan).flat()
    expect(read(start, frame(), scans(64), end)).toEqual(size)
    expect(read(start, frame(), scans(65), end)).toBeUndefined()
    expect(read(start, frame(), end)).toBeUndefined()
    expect(read(start, end)).toBeUndefined()
    expect(read(start, scan, frame(), end)).toBeUndefined()
    expect(read(start, frame(), scan, end, end)).toBeUndefined()
  })

  it('has scans that go on over restarts and filling bytes, up to the next mark', () => {
    for (let mark = 0xd0; mark <= 0xd7; mark++)
      expect(read(start, frame(), scan, [0xff, mark, 3], end), mark.toString(16)).toEqual(size)
    expect(read(start, frame(), scan, [0xff], end)).toEqual(size)
    for (const mark of [0xcf, 0xd8]) expect(read(start, frame(), scan, [0xff, mark, 3], end)).toBeUndefined()
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

  const read = (...chunks: readonly (readonly [name: string, data: Uint8Array])[]) => {
    const form = readWebp(webpOf(...chunks))
    return form && [form.width, form.height]
  }
  it('has chunks that are known and whole, empty and of odd length too', () => {
    for (const length of [0, 1, 2, 3]) expect(read(pixels, ['EXIF', Buffer.alloc(length)])).toEqual([16, 8])
    expect(read(['JUNK', Buffer.alloc(2)], pixels)).toBeUndefined()
    for (let length = 0; length < 20; length++) expect(readWebp(new Uint8Array(length))).toBeUndefined()
    for (let more = 1; more < 8; more++) {
      const file = Buffer.concat([testWebp, Buffer.from('EXIF\0\0\0').subarray(0, more)])
      file.writeUInt32LE(file.length - 8, 4)
      expect(readWebp(file), `${more} bytes of a chunk`).toBeUndefined()
    }
  })
  it('has a canvas of ten bytes whose sides are the picture’s', () => {
    const [name, data] = canvas(16, 8)
    expect(read([name, data], pixels)).toEqual([16, 8])
    expect(read([name, Buffer.concat([data, Buffer.alloc(2)])], pixels)).toBeUndefined()
    for (const [width, height] of [
      [17, 8],
      [16, 9],
      [65_536 + 16, 8],
      [16, 65_536 + 8],
    ] as const)
      expect(read(canvas(width, height), pixels), `${width} × ${height}`).toBeUndefined()
  })

  const lossy = (first: number, mark = [0x9d, 0x01, 0x2a], length = 10) => {
    const bytes = [first, 2, 1, ...mark, 300 % 256, 0x40 | (300 >> 8), 515 % 256, 0x80 | (515 >> 8)]
    return ['VP8 ', Buffer.from(bytes.slice(0, length))] as const
  }
  it('packed with loss is a whole picture with its mark, whose sides have 14 bits', () => {
    for (const first of [0, 2, 4, 0x10]) expect(read(lossy(first)), `${first}`).toEqual([300, 515])
    for (const first of [1, 3, 5]) expect(read(lossy(first)), `${first}`).toBeUndefined()
    for (const mark of [
      [0x9c, 0x01, 0x2a],
      [0x9d, 0x02, 0x2a],
      [0x9d, 0x01, 0x2b],
    ])
      expect(read(lossy(0, mark))).toBeUndefined()
    expect(read(lossy(0, undefined, 9))).toBeUndefined()
  })
  it('packed without loss begins with its mark, and each side is one more than its 14 bits', () => {
    const lossless = (mark: number, length = 5) => {
      const data = Buffer.from([mark, 0, 0, 0, 0])
      data.writeUInt32LE(299 + 514 * 2 ** 14 + 15 * 2 ** 28, 1)
      return ['VP8L', data.subarray(0, length)] as const
    }
    expect(read(lossless(0x2f))).toEqual([300, 515])
    expect(read(lossless(0x2e))).toBeUndefined()
    for (const length of [0, 1, 4]) expect(read(lossless(0x2f, length)), `${length} bytes`).toBeUndefined()
  })
})
