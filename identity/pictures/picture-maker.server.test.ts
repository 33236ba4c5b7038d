import { describe, expect, it } from 'vitest'
import { readPicture } from './picture-form.server.ts'
import { makePicture, type PictureLine } from './picture-maker.server.ts'
import { pngChunk, testJpeg, testPng, testWebp } from './test-pictures.ts'

const square = (edge: number) => ({ edge, square: true })

describe('the picture that is kept', () => {
  it('is a square WebP, whatever came', async () => {
    for (const [file, side] of [
      [testPng(40, 30), 20],
      [testJpeg, 8],
      [testWebp, 8],
    ] as const) {
      const made = await makePicture(file, square(20))
      expect(readPicture(made)).toMatchObject({ type: 'webp', width: side, height: side })
    }
  })

  it('has nothing of the file but its pixels', async () => {
    const secret = Buffer.from('Comment\0taken at 52.5200, 13.4050')
    const noted = testPng(16, 16, { more: [pngChunk('tEXt', secret), pngChunk('eXIf', secret)] })
    const [plain, made] = [await makePicture(testPng(16, 16), square(16)), await makePicture(noted, square(16))]
    expect(Buffer.from(made).includes('52.5200')).toBe(false)
    expect(made).toEqual(plain)
  })

  it('is not made from one that is damaged inside', async () => {
    const packed = Buffer.concat([
      testPng(4, 4).subarray(0, 33),
      pngChunk('IDAT', Buffer.from('not packed')),
      pngChunk('IEND'),
    ])
    await expect(makePicture(packed, square(16))).rejects.toThrow('upload.image_failed')
    const scan = testJpeg.indexOf(Buffer.from([0xff, 0xda]))
    const short = Buffer.concat([testJpeg.subarray(0, scan + 12), Buffer.from([0xff, 0xd9])])
    await expect(makePicture(short, square(16))).rejects.toThrow(/^upload\./)
  })

  it('is given up after its time, and the next one is made', async () => {
    await expect(makePicture(testPng(900, 900), square(16), { longestMs: 1 })).rejects.toThrow('upload.failed')
    expect(readPicture(await makePicture(testPng(900, 900), square(16)))).toMatchObject({ width: 16 })
  })

  it('is made before all others where its wallet has an open dispute', async () => {
    const done: string[] = []
    const make = (name: string, line: PictureLine) =>
      makePicture(testPng(2, 2), square(2), { line }).then(() => done.push(name))
    const others = Array.from({ length: 8 }, (_, nth) => make(`other ${nth}`, 'any'))
    await expect(make('too many', 'any')).rejects.toThrow('request.busy')
    await Promise.all([...others, make('evidence', 'dispute')])
    expect(done.slice(0, 3)).toEqual(['other 0', 'evidence', 'other 1'])
  })

  it('is refused when many wait already', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 11 }, () => makePicture(testPng(2, 2), square(2))))
    const refused = outcomes.filter((one) => one.status === 'rejected')
    expect(refused.map((one) => (one.reason as Error).message)).toEqual([
      'request.busy',
      'request.busy',
      'request.busy',
    ])
  })
})
