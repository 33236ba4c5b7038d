import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

/** 8-bit RGBA, row by row. */
export type Raster = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

export const newRaster = (width: number, height: number): Raster => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 4),
})

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Compresses off the event loop. */
export async function pngOf({ width, height, pixels }: Raster): Promise<Buffer> {
  const rows = Buffer.alloc(height * (width * 4 + 1))
  // Filter 1 (difference to the previous pixel) compresses drawings well.
  for (let y = 0; y < height; y++) {
    const at = y * (width * 4 + 1)
    rows[at] = 1
    for (let x = 0; x < width * 4; x++) {
      const here = pixels[y * width * 4 + x] ?? 0
      const before = x < 4 ? 0 : (pixels[y * width * 4 + x - 4] ?? 0)
      rows[at + 1 + x] = (here - before) & 255
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', await pack(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
