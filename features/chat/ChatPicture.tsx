import { useEffect, useState } from 'react'
import { call } from '#ui/call/call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { useText } from '#ui/text/texts.ts'
import { loadChatPicture } from './chat.contract.ts'
import type { Outgoing } from './outbox.ts'

type Props = Pick<Outgoing, 'kind' | 'subject' | 'picture'> & {
  /** True for a staff picture, whose bytes must match the signed ID. */
  readonly isSigned?: boolean
}

/** Cached, because an ID's content never changes. */
const fetched = new Map<string, Promise<string>>()

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

/** The signature covers only the ID, so the bytes must match. @throws if they do not */
async function expectSigned(bytes: string, picture: string): Promise<void> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(bytes)))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== picture) throw new Error('another picture than the one that was signed')
}

function fetchPicture({ isSigned, ...input }: Props): Promise<string> {
  const key = `${input.kind} ${input.subject} ${input.picture}`
  const known = fetched.get(key)
  if (known) return known
  const made = call(loadChatPicture, input, { quiet: true }).then(async ({ bytes }) => {
    if (isSigned) await expectSigned(bytes, input.picture)
    return `data:image/webp;base64,${bytes}`
  })
  fetched.set(key, made)
  made.catch(() => fetched.delete(key))
  return made
}

export function ChatPicture({ kind, subject, picture, isSigned = false }: Props) {
  const t = useText()
  const [source, setSource] = useState<string | 'failed' | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isOver = false
    fetchPicture({ kind, subject, picture, isSigned }).then(
      (url) => isOver || setSource(url),
      () => isOver || setSource('failed'),
    )
    return () => {
      isOver = true
    }
  }, [kind, subject, picture, isSigned])
  if (source === undefined) return <div className="skeleton h-40 w-56 max-w-full !rounded-control" />
  if (source === 'failed')
    return (
      <p className="flex items-center gap-2 py-2 text-small text-ink-3">
        <Icon name="warn" size={18} />
        {t('chat.picture_failed')}
      </p>
    )
  return (
    <>
      <button
        type="button"
        aria-label={t('chat.picture_open')}
        className="press block overflow-hidden rounded-control"
        onClick={() => setIsOpen(true)}
      >
        <img src={source} alt={t('chat.picture')} className="block max-h-64 max-w-full object-contain" />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t('chat.picture')}>
        <img src={source} alt={t('chat.picture')} className="mx-auto block max-h-[70vh] max-w-full object-contain" />
      </Sheet>
    </>
  )
}
