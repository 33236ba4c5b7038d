import { crc32 } from 'node:zlib'
import type { PictureForm } from './picture-terms.ts'

/** Chunks that decoding needs. Others are dropped, because compressed texts and profiles can expand to gigabytes. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
const animated = ['acTL', 'fcTL', 'fdAT']
const signatureLength = 8
const chunksMax = 20_000

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

type Chunk = { readonly name: string; readonly from: number; readonly end: number }

function chunksOf(bytes: Uint8Array): Chunk[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let from = signatureLength; from < bytes.length; ) {
    if (from + 12 > bytes.length || chunks.length >= chunksMax) return undefined
    const end = from + 12 + view.getUint32(from)
    if (end > bytes.length || crc32(bytes.subarray(from + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    chunks.push({ name: String.fromCharCode(...bytes.subarray(from + 4, from + 8)), from, end })
    from = end
  }
  return chunks
}

/** @returns undefined if invalid, incomplete, animated, or with trailing data */
export function readPng(bytes: Uint8Array): PictureForm | undefined {
  const chunks = chunksOf(bytes)
  const [head, last] = [chunks?.[0], chunks?.at(-1)]
  if (!chunks || head?.name !== 'IHDR' || head.end - head.from !== 25 || last?.name !== 'IEND') return undefined
  const isStrange = ({ name }: Chunk) => animated.includes(name) || (/^[A-Z]/.test(name) && !kept.includes(name))
  if (chunks.some(isStrange) || chunks.filter(({ name }) => name === 'IHDR' || name === 'IEND').length !== 2)
    return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + head.from + 8, 13)
  const [depth, colour, interlace] = [view.getUint8(8), view.getUint8(9), view.getUint8(12)]
  if (!depths[colour]?.includes(depth) || interlace > 1) return undefined
  const parts = chunks.filter(({ name }) => kept.includes(name)).map(({ from, end }) => bytes.subarray(from, end))
  const bare = Buffer.concat([bytes.subarray(0, signatureLength), ...parts])
  return { width: view.getUint32(0), height: view.getUint32(4), bytes: bare }
}
