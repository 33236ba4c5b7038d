/**
 * Cuts the square in the middle out of a picture, upright, no larger than `edge` pixels: so only what will be shown leaves the device, and
 * neither the place nor the camera it was taken with.
 * @returns undefined where the browser cannot read it
 */
export async function cropPicture(file: Blob, edge: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(edge, side)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, size, size)
  picture.close()
  // A browser that cannot write WebP writes PNG, which is taken too.
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
  return made ? new Uint8Array(await made.arrayBuffer()) : undefined
}
