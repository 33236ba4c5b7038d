import { newRaster, pngOf } from '#identity/captcha/png.server.ts'
import { sealOf } from '#kit/seal/seal.ts'
import { sealPixels } from '#kit/seal/seal-pixels.ts'

const size = 128

export function sealPng(walletId: string): Promise<Buffer> {
  const raster = newRaster(size, size)
  raster.pixels.set(sealPixels(sealOf(walletId), size))
  return pngOf(raster)
}
