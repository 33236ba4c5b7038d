import type { PictureForm } from './picture-terms.ts'

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
const frames = [0xc0, 0xc1, 0xc2]
const tables = [0xc4, 0xdb, 0xdd, 0xfe]
const isRestart = (mark: number): boolean => mark >= 0xd0 && mark <= 0xd7
const isOfApplication = (mark: number): boolean => mark >= 0xe0 && mark <= 0xef
/** Limits decoding time: each scan decodes the whole picture again. Progressive pictures have about ten scans. */
const scansMax = 64

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let place = from; place + 1 < bytes.length; place++) {
    const next = bytes[place + 1] ?? 0
    if (bytes[place] === 0xff && next !== 0 && next !== 0xff && !isRestart(next)) return place
  }
  return bytes.length
}

/** @returns undefined if invalid, incomplete, with several pictures, or with trailing data */
export function readJpeg(bytes: Uint8Array): PictureForm | undefined {
  const at = (place: number): number => bytes[place] ?? 0
  const word = (place: number): number => at(place) * 256 + at(place + 1)
  if (at(1) !== startOfImage) return undefined
  let frame: { width: number; height: number } | undefined
  let scans = 0
  for (let place = 2; place + 1 < bytes.length; ) {
    if (at(place) !== 0xff) return undefined
    const mark = at(place + 1)
    if (mark === endOfImage) return frame && scans > 0 && place + 2 === bytes.length ? { ...frame, bytes } : undefined
    const end = place + 2 + word(place + 2)
    if (end > bytes.length || end < place + 4) return undefined
    if (frames.includes(mark)) {
      if (frame || ![1, 3].includes(at(place + 9))) return undefined
      frame = { height: word(place + 5), width: word(place + 7) }
    } else if (mark === startOfScan) {
      scans += 1
      if (!frame || scans > scansMax) return undefined
    } else if (!tables.includes(mark) && !isOfApplication(mark)) return undefined
    place = mark === startOfScan ? endOfScan(bytes, end) : end
  }
  return undefined
}
