import { saveFrom } from './save-file.ts'

/** Whether a picture goes to the share sheet of the device; elsewhere it is saved as a file. */
export function canSharePictures(): boolean {
  const probe = new File([], 'picture.png', { type: 'image/png' })
  return (navigator.canShare?.({ files: [probe] }) ?? false) && matchMedia('(pointer: coarse)').matches
}

/** Hands a drawing to the device: shared where it can be, saved otherwise. @throws where it cannot be made a picture */
export async function sharePicture(canvas: HTMLCanvasElement, name: string, text = ''): Promise<void> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture could not be made')
  const file = new File([blob], name, { type: 'image/png' })
  if (canSharePictures()) {
    // A share that was called off is no fault.
    await navigator.share({ files: [file], ...(text ? { text } : {}) }).catch(() => undefined)
    return
  }
  const address = URL.createObjectURL(blob)
  saveFrom(name, address)
  // Not at once: some browsers begin to read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
