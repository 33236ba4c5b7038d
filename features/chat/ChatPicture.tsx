import { useEffect, useState } from 'react'
import { call } from '#ui/call.ts'
import { Icon } from '#ui/Icon.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useText } from '#ui/texts.ts'
import { loadChatPicture } from './chat.contract.ts'
import type { Outgoing } from './outbox.ts'

/** A picture's ID says what is in it, so it is fetched once. */
const fetched = new Map<string, Promise<string>>()

function fetchPicture(input: Pick<Outgoing, 'kind' | 'subject' | 'picture'>): Promise<string> {
  const key = `${input.kind} ${input.subject} ${input.picture}`
  const known = fetched.get(key)
  if (known) return known
  const made = call(loadChatPicture, input, { quiet: true }).then(({ bytes }) => `data:image/webp;base64,${bytes}`)
  fetched.set(key, made)
  made.catch(() => fetched.delete(key))
  return made
}

type Props = Pick<Outgoing, 'kind' | 'subject' | 'picture'>

/** A picture somebody sent, larger when it is pressed. */
export function ChatPicture({ kind, subject, picture }: Props) {
  const t = useText()
  const [source, setSource] = useState<string | 'failed' | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let isOver = false
    fetchPicture({ kind, subject, picture }).then(
      (url) => isOver || setSource(url),
      () => isOver || setSource('failed'),
    )
    return () => {
      isOver = true
    }
  }, [kind, subject, picture])
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
