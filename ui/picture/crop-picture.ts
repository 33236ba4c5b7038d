import type { FailureKey } from '#kit/failure.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { failureWords } from '../text/texts.ts'
import { pictureKind, tellingBytes } from './picture-kind.ts'

export async function whyUnread(file: Blob, damaged?: string): Promise<string> {
  const bytes = await file
    .slice(0, tellingBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const kind = pictureKind(new Uint8Array(bytes))
  const refused = (key: FailureKey, params = {}) => failureWords(new CallFailure(answers.refused, key, params))
  if (kind.is === 'unreadable') return refused('upload.unreadable', { kind: kind.name })
  if (kind.is === 'known') return damaged ?? refused('upload.image_failed')
  return refused(kind.is === 'empty' ? 'upload.empty' : 'upload.not_picture')
}

/**
 * Resizes, rotates and, if required, crops to the center square. Removes location and camera data before upload. @returns undefined if
 * unreadable; see `whyUnread`
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
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
  return made ? new Uint8Array(await made.arrayBuffer()) : undefined
}
