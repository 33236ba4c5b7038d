import { fail } from '#kit/failure.ts'
import { readJpeg } from './jpeg-form.ts'
import { type PictureForm, pixelsMax, sideMax } from './picture-terms.ts'
import { readPng } from './png-form.server.ts'
import { readWebp } from './webp-form.ts'

export type PictureType = 'jpeg' | 'png' | 'webp'

const readers = { jpeg: readJpeg, png: readPng, webp: readWebp } as const

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, place) => bytes[place] === byte)

function typeOf(bytes: Uint8Array): PictureType | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  return startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50])
    ? 'webp'
    : undefined
}

/** Detects one complete still JPEG, PNG or WebP by content, without foreign or trailing data. Decodes nothing. @throws upload.illegal */
export function readPicture(bytes: Uint8Array): PictureForm & { readonly type: PictureType } {
  const type = typeOf(bytes)
  const form = type && readers[type](bytes)
  if (!type || !form) fail('upload.illegal')
  const { width, height } = form
  if (width < 1 || height < 1 || Math.max(width, height) > sideMax || width * height > pixelsMax) fail('upload.illegal')
  return { ...form, type }
}
