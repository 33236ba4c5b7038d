import { expect, it } from 'vitest'
import { pictureKind } from './picture-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const named = (name: string) => ({ is: 'unreadable', name })

it('names pictures that a browser may not read, so that the reason is the right one', () => {
  for (const brand of ['heic', 'heix', 'hevc', 'mif1', 'msf1'])
    expect(pictureKind(bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`)), brand).toEqual(named('HEIC'))
  expect(pictureKind(bytes('\0\0\0\x1cftypavif'))).toEqual(named('AVIF'))
  expect(pictureKind(bytes('II*\0\x08\0\0\0'))).toEqual(named('TIFF'))
  expect(pictureKind(bytes('MM\0*\0\0\0\x08'))).toEqual(named('TIFF'))
  expect(pictureKind(bytes('BM\x36\0'))).toEqual(named('BMP'))
  expect(pictureKind(bytes('8BPS\0\x01'))).toEqual(named('PSD'))
  expect(pictureKind(bytes('\0\0\0\x0cJXL \r\n'))).toEqual(named('JPEG XL'))
  expect(pictureKind(bytes('\0\0\0\x0cjP  \r\n'))).toEqual(named('JPEG 2000'))
  expect(pictureKind(bytes('<?xml version="1.0"?><svg'))).toEqual(named('SVG'))
  expect(pictureKind(bytes('\0\0\0\x18ftypcrx '))).toEqual(named('RAW'))
})

it('tells those that every browser reads, what is no picture, and an empty file', () => {
  for (const start of ['\xff\xd8\xff\xe0', '\x89PNG\r\n', 'GIF89a', 'RIFF\0\0\0\0WEBP'])
    expect(pictureKind(bytes(start))).toEqual({ is: 'known' })
  for (const start of [
    '%PDF-1.7',
    '\0\0\0\x20ftypmp42',
    '\0\0\0\x14ftypqt  ',
    'PK\x03\x04',
    'hello',
    'RIFF\0\0\0\0WAVE',
  ])
    expect(pictureKind(bytes(start)), start).toEqual({ is: 'other' })
  expect(pictureKind(new Uint8Array())).toEqual({ is: 'empty' })
})
