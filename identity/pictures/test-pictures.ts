import { crc32, deflateSync } from 'node:zlib'

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function pngChunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const pngHead = (width: number, height: number): Buffer =>
  pngChunk('IHDR', Buffer.concat([word(width), word(height), Buffer.from([8, 6, 0, 0, 0])]))

type PngChoices = { readonly more?: readonly Buffer[]; readonly pixel?: (x: number, y: number) => readonly number[] }

export function testPng(width: number, height: number, choices: PngChoices = {}): Buffer {
  const { more = [], pixel = () => [0, 117, 76, 255] } = choices
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(pixel(x, y), y * (width * 4 + 1) + 1 + x * 4)
  const pixels = pngChunk('IDAT', deflateSync(rows))
  return Buffer.concat([pngSignature, pngHead(width, height), ...more, pixels, pngChunk('IEND')])
}

export const testJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wEEEAANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAAIgAgACIAIAAtAEQAKgAyACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4AtQC+APkA+QFOEQANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAAIgAgACIAIAAtAEQAKgAyACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4AtQC+APkA+QFO/8IAEQgACAAQAwEiAAIRAQMRAf/EACgAAQEBAAAAAAAAAAAAAAAAAAAFBgEBAAAAAAAAAAAAAAAAAAAABv/aAAwDAQACEAMQAAAAz8IRKf/EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8AP//EABgRAAIDAAAAAAAAAAAAAAAAAAAGRYPC/9oACAECAQE/AEiSp0f/xAAYEQACAwAAAAAAAAAAAAAAAAAABkWDwv/aAAgBAwEBPwBxj7cn/9k=',
  'base64',
)
export const testWebp = Buffer.from('UklGRiYAAABXRUJQVlA4TBkAAAAvD8ABAA8Q87//8x8OxILJ/KU7U4jof+QAAA==', 'base64')

export function webpOf(...chunks: readonly (readonly [name: string, data: Uint8Array])[]): Buffer {
  const body = chunks.map(([name, data]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
  })
  const inside = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...body])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(inside.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), length, inside])
}
