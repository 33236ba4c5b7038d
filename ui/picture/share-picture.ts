import { saveFrom } from '../device/save-file.ts'

/** True to share images, false to download them. */
export function canSharePictures(): boolean {
  const probe = new File([], 'picture.png', { type: 'image/png' })
  return (navigator.canShare?.({ files: [probe] }) ?? false) && matchMedia('(pointer: coarse)').matches
}

export async function sharePicture(canvas: HTMLCanvasElement, name: string, text = ''): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture could not be made')
  const file = new File([blob], name, { type: 'image/png' })
  if (canSharePictures()) {
    await navigator.share({ files: [file], ...(text ? { text } : {}) }).catch(() => undefined)
    return
  }
  const address = URL.createObjectURL(blob)
  saveFrom(name, address)
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
