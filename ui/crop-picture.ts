/**
 * Makes a picture no larger than its shape says, upright, and cut to the square in its middle where that is all that will be shown: so neither
 * the place nor the camera it was taken with leaves the device.
 * @returns undefined where the browser cannot read it
 */
export async function cropPicture(
  file: Blob,
  { edge, square }: { readonly edge: number; readonly square: boolean },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  const side = Math.min(picture.width, picture.height)
  const [across, down] = square ? [side, side] : [picture.width, picture.height]
  const share = Math.min(1, edge / Math.max(across, down))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(across * share))
  canvas.height = Math.max(1, Math.round(down * share))
  const [left, top] = [(picture.width - across) / 2, (picture.height - down) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, across, down, 0, 0, canvas.width, canvas.height)
  picture.close()
  // A browser that cannot write WebP writes PNG, which is taken too.
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
  return made ? new Uint8Array(await made.arrayBuffer()) : undefined
}
