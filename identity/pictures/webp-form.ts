import type { PictureForm } from './picture-terms.ts'

type Size = { readonly width: number; readonly height: number }

/** Accepted chunks. Chunks of animations are missing. */
const known = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'EXIF', 'XMP ']
const headLength = 12

function sizeOf(name: string, view: DataView, from: number, length: number): Size | undefined {
  if (name === 'VP8 ') {
    if (length < 10 || view.getUint8(from) % 2 === 1 || view.getUint32(from + 2) % 2 ** 24 !== 0x9d012a)
      return undefined
    return { width: view.getUint16(from + 6, true) & 0x3fff, height: view.getUint16(from + 8, true) & 0x3fff }
  }
  if (length < 5 || view.getUint8(from) !== 0x2f) return undefined
  const bits = view.getUint32(from + 1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** @returns undefined if invalid, incomplete, animated, or with trailing data */
export function readWebp(bytes: Uint8Array): PictureForm | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headLength + 8 || view.getUint32(4, true) + 8 !== bytes.length) return undefined
  let canvas: Size | undefined
  let picture: Size | undefined
  for (let from = headLength; from < bytes.length; ) {
    if (from + 8 > bytes.length) return undefined
    const name = String.fromCharCode(...bytes.subarray(from, from + 4))
    const length = view.getUint32(from + 4, true)
    const end = from + 8 + length + (length % 2)
    if (!known.includes(name) || end > bytes.length) return undefined
    if (name === 'VP8X') {
      if (from !== headLength || length !== 10) return undefined
      const side = (place: number) => view.getUint16(place, true) + view.getUint8(place + 2) * 65_536 + 1
      canvas = { width: side(from + 12), height: side(from + 15) }
    } else if (name === 'VP8 ' || name === 'VP8L') {
      const size = picture ? undefined : sizeOf(name, view, from + 8, length)
      if (!size) return undefined
      picture = size
    }
    from = end
  }
  if (!picture || (canvas && (canvas.width !== picture.width || canvas.height !== picture.height))) return undefined
  return { ...picture, bytes }
}
