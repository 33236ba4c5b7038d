import { crc32 } from 'node:zlib'
import { expect } from '#kit/expect.ts'

export type ZipFile = { readonly name: string; readonly text: string }

/** Little endian, two or four bytes. */
const two = (number: number): Buffer => Buffer.from([number & 255, (number >> 8) & 255])
function four(number: number): Buffer {
  expect(number >= 0 && number < 2 ** 32, 'larger archives have another format')
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

/** ZIP version 2.0, UTF-8 names, no compression. */
const [version, utf8Names, stored] = [20, 0x0800, 0]

/** DOS date and time at midnight; years count from 1980. */
function midnightOf(date: Date): Buffer {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  return Buffer.concat([two(0), two(day)])
}

/** Uncompressed and deterministic: the same texts and date give the same bytes. Built in memory, so only for small files. */
export function storedZip(files: readonly ZipFile[], date: Date): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of files) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)]
    const facts = Buffer.concat([
      ...[two(version), two(utf8Names), two(stored), midnightOf(date)],
      ...[four(crc32(bytes)), four(bytes.length), four(bytes.length), two(nameBytes.length), two(0)],
    ])
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, nameBytes, bytes])
    const rest = Buffer.concat([two(0), two(0), two(0), four(0), four(offset), nameBytes])
    directory.push(Buffer.from('PK\x01\x02'), two(version), facts, rest)
    bodies.push(body)
    offset += body.length
  }
  const listed = Buffer.concat(directory)
  const counts = [two(0), two(0), two(files.length), two(files.length)]
  const end = Buffer.concat([Buffer.from('PK\x05\x06'), ...counts, four(listed.length), four(offset), two(0)])
  return Buffer.concat([...bodies, listed, end])
}
