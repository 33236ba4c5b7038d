import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAlbum } from '#features/profile/upload.contract.ts'
import {
  pngChunk,
  pngHead,
  pngSignature,
  testJpeg,
  testPng,
  testWebp,
  webpOf,
} from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { signedForm } from '#kit/wire/form.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { readForm } from './http-upload.ts'

const text = (from: string) => Buffer.from(from, 'latin1')
const png = testPng(4, 4)
const form = (file: Uint8Array) => ({ category: 'avatar', filetype: 'image', file: new Uint8Array(file) }) as const
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const bent = (file: Buffer, at: number, bytes: readonly number[]) => {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}
const frameOfJpeg = Math.max(testJpeg.indexOf(text('\xff\xc0')), testJpeg.indexOf(text('\xff\xc2')))
const scanOfJpeg = testJpeg.indexOf(text('\xff\xda'))
const scan = text('\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x00')
const box = (name: string) => Buffer.concat([text('\0\0\0\x1cftyp'), text(`${name}\0\0\0\0mif1`), Buffer.alloc(40)])

const hostile: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  'no bytes at all': [Buffer.alloc(0), 'upload.illegal'],
  'a page': [text('<!doctype html><script>alert(1)</script>'), 'upload.illegal'],
  'an SVG with a script': [text(svg), 'upload.illegal'],
  'an SVG behind a declaration': [text(`<?xml version="1.0"?>\n${svg}`), 'upload.illegal'],
  'a packed SVG': [gzipSync(svg), 'upload.illegal'],
  'a GIF': [
    text('GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'),
    'upload.illegal',
  ],
  'a GIF that is a script': [text('GIF89a/*\0\0*/=1;alert(1)//;'), 'upload.illegal'],
  'a PDF': [text('%PDF-1.7\n1 0 obj<</OpenAction 2 0 R>>'), 'upload.illegal'],
  'a program': [text('\x7fELF\x02\x01\x01'), 'upload.illegal'],
  'an archive': [text('PK\x03\x04\x14\0\0\0'), 'upload.illegal'],
  'a bitmap': [text('BM\x46\0\0\0\0\0\0\0'), 'upload.illegal'],
  'a TIFF': [text('II*\0\x08\0\0\0'), 'upload.illegal'],
  'an icon': [text('\0\0\x01\0\x01\0'), 'upload.illegal'],
  'a HEIC': [box('heic'), 'upload.illegal'],
  'an AVIF': [box('avif'), 'upload.illegal'],
  'a film': [box('mp42'), 'upload.illegal'],
  'a script that begins like a JPEG': [text('\xff\xd8\xff/*alert(1)*/'), 'upload.illegal'],
  'a JPEG behind a PDF': [Buffer.concat([text('%PDF-1.7\n'), testJpeg]), 'upload.illegal'],
  'a JPEG with an archive behind it': [Buffer.concat([testJpeg, text('PK\x03\x04<?php evil()')]), 'upload.illegal'],
  'a PNG with a page behind it': [Buffer.concat([png, text('<script>alert(1)</script>')]), 'upload.illegal'],
  'a WebP with a program behind it': [Buffer.concat([testWebp, text('\x7fELF')]), 'upload.illegal'],
  'a PNG of 65,535 × 65,535': [
    Buffer.concat([pngSignature, pngHead(65_535, 65_535), png.subarray(33)]),
    'upload.illegal',
  ],
  'a PNG a thousand pixels too large': [
    Buffer.concat([pngSignature, pngHead(4097, 4096), png.subarray(33)]),
    'upload.illegal',
  ],
  'a JPEG of 65,500 × 65,500': [bent(testJpeg, frameOfJpeg + 5, [0xff, 0xdc, 0xff, 0xdc]), 'upload.illegal'],
  'a JPEG of a hundred scans': [
    Buffer.concat([
      testJpeg.subarray(0, scanOfJpeg),
      ...Array.from({ length: 100 }, () => scan),
      testJpeg.subarray(scanOfJpeg),
    ]),
    'upload.illegal',
  ],
  'a WebP of 16,384 × 16,384': [
    webpOf(['VP8L', bent(testWebp.subarray(20), 1, [0xff, 0xff, 0xff, 0x0f])]),
    'upload.illegal',
  ],
  'a PNG that moves': [testPng(4, 4, { more: [pngChunk('acTL', Buffer.alloc(8))] }), 'upload.illegal'],
  'a WebP that moves': [webpOf(['VP8X', bent(Buffer.alloc(10), 0, [2])], ['ANIM', Buffer.alloc(6)]), 'upload.illegal'],
  'a PNG cut off': [png.subarray(0, png.length - 20), 'upload.illegal'],
  'a JPEG cut off': [testJpeg.subarray(0, testJpeg.length - 2), 'upload.illegal'],
  'a PNG with a wrong check sum': [bent(png, png.length - 1, [0]), 'upload.illegal'],
  'a PNG of another kind of pixels': [
    Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', bent(png.subarray(16, 29), 9, [5])), png.subarray(33)]),
    'upload.illegal',
  ],
  'a PNG whose pixels cannot be unpacked': [
    Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', text('not packed')), pngChunk('IEND')]),
    'upload.image_failed',
  ],
  'a PNG with fewer pixels than it says': [
    Buffer.concat([pngSignature, pngHead(64, 64), png.subarray(33)]),
    'upload.image_failed',
  ],
  'a WebP whose pixels cannot be unpacked': [
    webpOf(['VP8L', text('/\x0f\xc0\x01\x00\xff\xff\xff')]),
    'upload.image_failed',
  ],
  'more than 5 MB': [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'upload.too_large'],
  'more than anything is read of': [Buffer.alloc(5 * 1024 * 1024 + 200_000), 'request.too_large'],
}

describe('an upload', () => {
  let world: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'upload-'))
  const before = process.env.TMPDIR
  beforeAll(async () => {
    world = await testApp()
    process.env.TMPDIR = folder
  })
  afterAll(async () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await world.close()
    rmSync(folder, { recursive: true })
  })
  const signedIn = async () => {
    const client = world.client()
    await client.createWallet()
    return client
  }
  const nothingIsKept = async (client: Awaited<ReturnType<typeof signedIn>>) => {
    expect((await client.call(loadAlbum, {})).items).toEqual([])
    expect(await world.db.query('SELECT id FROM picture')).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  }

  it(`refuses ${Object.keys(hostile).length} hostile files clearly, and keeps nothing of them`, async () => {
    const client = await signedIn()
    const answers: Record<string, string> = {}
    for (const [name, [file]] of Object.entries(hostile))
      answers[name] = await client.refusal(uploadPicture, form(file))
    expect(answers).toEqual(Object.fromEntries(Object.entries(hostile).map(([name, [, key]]) => [name, key])))
    await nothingIsKept(client)
  })

  it('refuses broken forms clearly, and keeps nothing of them', async () => {
    const client = await signedIn()
    const fields = { ...form(png), lang: 'en', source: 'web', timestamp: Math.floor(world.wall.now().getTime() / 1000) }
    const { body, type } = signedForm(fields)
    const whole = Buffer.from(body)
    const boundary = type.split('boundary=')[1] ?? ''
    const part = (line: string, value: Uint8Array | string) =>
      Buffer.concat([
        text(`--${boundary}\r\nContent-Disposition: form-data; ${line}\r\n\r\n`),
        Buffer.from(value),
        text('\r\n'),
      ])
    const renamed = (from: string, to: string) => Buffer.from(whole.toString('latin1').replace(from, to), 'latin1')
    const broken: readonly (readonly [string, string, Uint8Array, string])[] = [
      ['no boundary named', 'multipart/form-data', whole, 'upload.illegal'],
      ['another boundary', 'multipart/form-data; boundary=x', whole, 'upload.illegal'],
      ['an empty boundary', 'multipart/form-data; boundary=', whole, 'upload.illegal'],
      ['no end', type, whole.subarray(0, whole.length - 20), 'upload.illegal'],
      ['half a head', type, whole.subarray(0, 70), 'upload.illegal'],
      ['no body', type, new Uint8Array(), 'upload.illegal'],
      ['noise', type, Buffer.alloc(4_000, 45), 'upload.illegal'],
      ['two files', type, Buffer.concat([part('name="file"; filename="a"', png), whole]), 'upload.illegal'],
      [
        'a file of another name',
        type,
        renamed('name="file"; filename="file"', 'name="image"; filename="a"'),
        'upload.illegal',
      ],
      ['a file that is a text', type, Buffer.concat([part('name="file"', 'x'), whole]), 'upload.illegal'],
      ['a name twice', type, Buffer.concat([part('name="category"', 'avatar'), whole]), 'upload.illegal'],
      [
        'many fields',
        type,
        Buffer.concat([...Array.from({ length: 60 }, (_, n) => part(`name="f${n}"`, '1')), whole]),
        'upload.illegal',
      ],
      ['a long field', type, Buffer.concat([part('name="note"', 'x'.repeat(5_000)), whole]), 'upload.illegal'],
      [
        'a long head',
        type,
        Buffer.concat([part(`name="note"; x="${'y'.repeat(9_000)}"`, '1'), whole]),
        'request.sign_wrong',
      ],
      ['a field of __proto__', type, Buffer.concat([part('name="__proto__"', '1'), whole]), 'request.sign_wrong'],
      ['an altered field', type, renamed('avatar', 'banner'), 'request.sign_wrong'],
      ['JSON', 'application/json', text('{"lang":"en"}'), 'field.required'],
      ['an address line', 'application/x-www-form-urlencoded', text('category=avatar'), 'request.malformed'],
    ]
    for (const [name, contentType, bytes, key] of broken)
      expect(
        await client.refusal(uploadPicture, form(png), { body: bytes, headers: { 'content-type': contentType } }),
        name,
      ).toBe(key)
    for (const [params, key] of [
      [{ file: undefined }, 'field.required'],
      [{ file: 'a'.repeat(64) }, 'field.format'],
      [{ category: undefined }, 'field.required'],
      [{ category: '../../etc' }, 'field.format'],
      [{ filetype: 'script' }, 'field.format'],
      [{ filetype: '' }, 'field.required'],
    ] as const)
      expect(await client.refusal(uploadPicture, form(png), { params }), JSON.stringify(params)).toBe(key)
    await nothingIsKept(client)
  })

  it('is read by nobody before the caller is known', async () => {
    const client = await signedIn()
    const stranger = world.client()
    expect(await stranger.refusal(uploadPicture, form(png))).toBe('token_03')
    const without = { headers: { [headers.requestToken]: 'forged' } }
    expect(await client.refusal(uploadPicture, form(Buffer.alloc(6_000_000)), without)).toMatch(/^req_token/)
    const unsigned = { headers: { [headers.sessionSignature]: undefined } }
    expect(await client.refusal(uploadPicture, form(png), unsigned)).toBe('request.auth_missing')
    await nothingIsKept(client)
  })

  it('may be large as a form alone: no other text of that size is looked at', async () => {
    const client = await signedIn()
    const note = `${'zoo '.repeat(11)}q `
    for (const [times, key] of [
      [300, 'field.required'],
      [100_000, 'request.too_large'],
    ] as const) {
      const body = JSON.stringify({ lang: 'en', note: note.repeat(times) })
      const json = { body, headers: { 'content-type': 'application/json' } }
      expect(await client.refusal(uploadPicture, form(png), json)).toBe(key)
    }
  })

  it('is signed over the file itself', async () => {
    const client = await signedIn()
    const fields = { ...form(png), lang: 'en', source: 'web', timestamp: Math.floor(world.wall.now().getTime() / 1000) }
    const { body, type } = signedForm(fields)
    const at = Buffer.from(body).indexOf(pngSignature)
    const other = bent(Buffer.from(body), at + png.length - 1, [0])
    expect(await client.refusal(uploadPicture, form(png), { body: other, headers: { 'content-type': type } })).toBe(
      'request.sign_wrong',
    )
  })

  it('never hangs or fails over a form cut off or bent anywhere', async () => {
    const { body, type } = signedForm({ ...form(png), lang: 'en' })
    for (let length = 0; length <= body.length; length++) {
      const read = readForm(type, body.subarray(0, length))
      if (length === body.length) expect((await read).file).toEqual(png)
      else await read.then(undefined, (error: Error) => expect(error.message).toBe('upload.illegal'))
    }
  })

  it('takes no notice of what a file is called', async () => {
    const client = await signedIn()
    for (const name of [
      '../../../../etc/passwd',
      '..\\..\\boot.ini',
      'a.php',
      'x.svg%00.png',
      'CON',
      'a"; name="category',
    ]) {
      const fields = {
        ...form(png),
        lang: 'en',
        source: 'web',
        timestamp: Math.floor(world.wall.now().getTime() / 1000),
      }
      const { body, type } = signedForm(fields)
      const named = Buffer.from(
        Buffer.from(body).toString('latin1').replace('filename="file"', `filename="${name}"`),
        'latin1',
      )
      world.wall.advance(1_000)
      const { envelope } = await client.send(uploadPicture, form(png), {
        body: named,
        headers: { 'content-type': type },
      })
      expect(['success', 'upload.illegal'], name).toContain(envelope.msg)
      if (envelope.code === 0)
        expect((envelope.data as { path: string }).path).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/)
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
