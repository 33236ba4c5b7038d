import { type ReactNode, useEffect, useState } from 'react'
import { asksForSecrets } from '#chat/asks-words.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { CodeText } from '#ui/text/AmountText.tsx'
import { showTime } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ChatPicture } from './ChatPicture.tsx'
import type { loadMessages } from './chat.contract.ts'
import { isOfStaff } from './check-staff.ts'
import type { Outgoing } from './outbox.ts'
import { isKnownKey } from './staff-keys.tsx'

export type Thread = OutputOf<typeof loadMessages>
export type Message = Thread['items'][number]
export type Where = Pick<Outgoing, 'kind' | 'subject'>

export type Mark = 'sending' | 'sent' | 'delivered' | 'read'
export const markOf = (nth: number, { delivered, read }: Pick<Thread, 'delivered' | 'read'>): Mark =>
  nth <= read ? 'read' : nth <= delivered ? 'delivered' : 'sent'

const strokes: Readonly<Record<Mark, string>> = {
  sending: 'M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M12 8v4l2.5 2',
  sent: 'M5 12.5 10 17.5 19.5 7',
  delivered: 'M2 12.5 7 17.5 16 7M11.5 16.500l1 1L22 7',
  read: 'M2 12.5 7 17.5 16 7M11.5 16.500l1 1L22 7',
}

export function DeliveryIcon({ mark }: { mark: Mark }) {
  const t = useText()
  return (
    <span className={mark === 'read' ? 'text-accent-ink' : undefined}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden="true"
      >
        <path d={strokes[mark]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className="sr-only">{t(`chat.mark.${mark}`)}</span>
    </span>
  )
}

type FrameProps = { readonly own: boolean; readonly look: string; readonly head?: ReactNode; readonly foot: ReactNode }
export const BubbleFrame = ({ own, look, head, foot, children }: FrameProps & { children: ReactNode }) => (
  <li className={`flex ${own ? 'justify-end ps-10' : 'justify-start pe-10'}`}>
    <div className={`grid min-w-0 max-w-full gap-1.5 rounded-card px-3.5 py-2.5 ${look}`}>
      {head}
      {children}
      <div className="flex items-center justify-end gap-1 text-caption text-ink-3">{foot}</div>
    </div>
  </li>
)

/** Plain text: no links. */
export const Words = ({ text }: { text: string }) =>
  text ? (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text}
    </p>
  ) : null

type BubbleProps = {
  readonly message: Message
  readonly thread: Thread
  readonly where: Where
  readonly otherName: string | undefined
}

export function Bubble({ message, thread, where, otherName }: BubbleProps) {
  const t = useText()
  if (message.author === 'staff') return <StaffBubble message={message} thread={thread} where={where} />
  const own = message.author === 'me'
  return (
    <BubbleFrame
      own={own}
      look={own ? 'bg-accent-soft' : 'bg-surface shadow-card'}
      head={own ? undefined : <OtherName name={otherName} />}
      foot={
        <>
          <time dateTime={message.at}>{showTime(message.at)}</time>
          {own && <DeliveryIcon mark={markOf(message.nth, thread)} />}
        </>
      }
    >
      {message.picture && <ChatPicture {...where} picture={message.picture} />}
      <Words text={message.text} />
      {!own && asksForSecrets(message.text) && <p className="text-small text-warn">{t('chat.asks_words')}</p>}
    </BubbleFrame>
  )
}

function OtherName({ name }: { name: string | undefined }) {
  const t = useText()
  return (
    <p dir="auto" className="text-caption font-semi text-ink-2">
      {name ?? t('chat.other')}
    </p>
  )
}

/** A message looks like staff's only after its signature is verified. */
function StaffBubble({ message, thread, where }: Omit<BubbleProps, 'otherName'>) {
  const t = useText()
  const { nth, operator, at, text, signature, picture } = message
  const key = thread.staff.find((one) => one.operator === operator)
  const walletId = useSession()?.walletId ?? ''
  const [found, setFound] = useState<boolean | undefined>()
  const { kind } = where
  const { subject } = thread
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of keys is another one after each read; it is named by its key.
  useEffect(() => {
    let isOver = false
    const said = { kind, subject, nth, at: new Date(at), operator: operator ?? '', text, signature, picture }
    void isOfStaff(said, thread.staff)
      .then((isRight) => isRight && key !== undefined && isKnownKey(walletId, key.operator, key.publicKey))
      .catch(() => false)
      .then((isRight) => isOver || setFound(isRight))
    return () => {
      isOver = true
    }
  }, [kind, subject, nth, at, operator, text, signature, picture, key?.publicKey, walletId])
  const time = <time dateTime={at}>{showTime(at)}</time>
  if (found === undefined)
    return (
      <BubbleFrame own={false} look="bg-inset" foot={time}>
        <p className="text-small text-ink-3">{t('chat.checking')}</p>
      </BubbleFrame>
    )
  if (!found || !key)
    return (
      <BubbleFrame own={false} look="border border-neg border-dashed bg-neg-soft" foot={time}>
        <p className="flex gap-2 text-small font-semi text-neg" role="alert">
          <Icon name="warn" size={20} />
          {t('chat.forged')}
        </p>
      </BubbleFrame>
    )
  return (
    <BubbleFrame
      own={false}
      look="border border-accent bg-surface shadow-card"
      head={
        <p className="flex items-center gap-1.5 text-caption font-semi text-accent-ink">
          <Icon name="shield" size={16} />
          <span dir="auto">{t('chat.staff', { operator: key.operator })}</span>
        </p>
      }
      foot={time}
    >
      {picture && <ChatPicture {...where} picture={picture} isSigned />}
      <Words text={text} />
      <details className="text-caption text-ink-2">
        <summary className="min-h-6 cursor-pointer content-center">{t('chat.signed')}</summary>
        <p>
          {t('chat.key')} <CodeText value={key.publicKey} short />. {key.demo && t('chat.demo_key')}{' '}
          <Link to="/pages/proof/changes" className="font-semi text-accent-ink underline">
            {t('chat.key_log')}
          </Link>
        </p>
      </details>
    </BubbleFrame>
  )
}
