import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { whyUnread } from '../picture/crop-picture.ts'
import { Note } from '../show/Facts.tsx'
import { useText } from '../text/texts.ts'
import { loadDetector, readQr, readQrFile } from './read-qr.ts'
import { Sheet } from './Sheet.tsx'

type ScanSheetProps = {
  readonly onClose: () => void
  /** Raw scanned text, which the field validates. */
  readonly onScan: (text: string) => void
}

/** Scans with the camera or an image, entirely on the device. */
export function ScanSheet({ onClose, onScan }: ScanSheetProps) {
  const t = useText()
  const [camera, setCamera] = useState(true)
  const [why, setWhy] = useState('')
  const file = useId()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? []
    if (!picture) return
    // Allows choosing the same file again.
    target.value = ''
    const text = await readQrFile(picture).catch(() => undefined)
    if (text) onScan(text)
    else setWhy(text === null ? await whyUnread(picture, t('scan.none')) : t('scan.none'))
  }
  return (
    <Sheet open onClose={onClose} title={t('scan.title')}>
      <div className="grid gap-4">
        {camera && <Camera onScan={onScan} onMissing={() => setCamera(false)} />}
        <div role="status">{(why || !camera) && <Note tone="warn">{why || t('scan.no_camera')}</Note>}</div>
        <label
          htmlFor={file}
          className="press grid min-h-13 place-items-center rounded-control bg-accent-soft px-4 font-semi text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-info"
        >
          {t('scan.picture')}
          <input id={file} type="file" accept="image/*" className="sr-only" onChange={(event) => void choose(event)} />
        </label>
      </div>
    </Sheet>
  )
}

const everyMs = 150

function Camera({ onScan, onMissing }: Pick<ScanSheetProps, 'onScan'> & { readonly onMissing: () => void }) {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef({ onScan, onMissing })
  tell.current = { onScan, onMissing }
  useEffect(() => {
    let wanted = true
    let stream: MediaStream | undefined
    const stop = () => {
      wanted = false
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const watch = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!wanted || !video.current) return stop()
      video.current.srcObject = stream
      await Promise.all([video.current.play(), loadDetector()])
      while (wanted && video.current) {
        const text = await readQr(video.current).catch(() => undefined)
        if (wanted && text) {
          stop()
          return tell.current.onScan(text)
        }
        await new Promise((done) => setTimeout(done, everyMs))
      }
    }
    watch().catch(() => {
      if (wanted) tell.current.onMissing()
      stop()
    })
    return stop
  }, [])
  return (
    <>
      <p className="text-ink-2">{t('scan.point')}</p>
      <video ref={video} muted playsInline className="aspect-square w-full rounded-control bg-inset object-cover" />
    </>
  )
}
