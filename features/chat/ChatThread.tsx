import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ThreadKind } from '#chat/staff-text.ts'
import { randomUuid } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { readAgain, useAct, useReadPages } from '#ui/call/use-call.ts'
import { useFailureText } from '#ui/call/use-failure-text.ts'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { ErrorState, SkeletonRows } from '#ui/show/State.tsx'
import { showDay, showTime } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { Bubble, BubbleFrame, DeliveryIcon, type Message, type Thread, type Where, Words } from './Bubble.tsx'
import { Composer, type Typed } from './Composer.tsx'
import { loadMessages, loadThreads, noteSeen } from './chat.contract.ts'
import type { Outgoing } from './outbox.ts'
import { useOutbox } from './use-outbox.tsx'

/** The polling interval without live events. */
const readEveryMs = 5_000

type ChatThreadProps = {
  readonly kind: ThreadKind
  /** The transaction number for OTC; absent for support. */
  readonly subject?: string
  /** Initial text, for example an error number. */
  readonly draft?: string
  /** Masked, if any. */
  readonly otherName?: string
  readonly embedded?: boolean
}

/** Stores unsent messages. Marks messages as from staff only with a valid signature. */
export function ChatThread(props: ChatThreadProps) {
  const session = useSession()
  return session ? <OpenThread {...props} walletId={session.walletId} /> : null
}

function OpenThread({
  kind,
  subject = '',
  draft = '',
  otherName,
  embedded = false,
  walletId,
}: ChatThreadProps & { walletId: string }) {
  const t = useText()
  const where: Where = { kind, subject }
  const pages = useReadPages(loadMessages, where, { everyMs: readEveryMs, told: true })
  const { outbox, rows: written } = useOutbox(walletId, kind, subject)
  const thread = pages.first
  const messages = pages.items
  const rows = written.filter(({ nth }) => nth === undefined || !messages?.some((message) => message.nth === nth))
  useSeen(where, thread?.last ?? 0)
  useFollow((thread?.last ?? 0) + rows.length, !embedded)
  if (!thread || !messages)
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.refetch} /> : <SkeletonRows />
  const send = ({ text, picture }: Typed) =>
    outbox.add({ key: randomUuid(), kind, subject, text, picture, at: wallClock.now().toISOString() })
  const own = messages.filter(({ author }) => author === 'me').map(({ text }) => text)
  const composer = <Composer draft={draft} before={[...rows.map(({ text }) => text).reverse(), ...own]} onSend={send} />
  const isOver = thread.closed && kind !== 'support'
  return (
    <>
      <div className={embedded ? undefined : 'sticky top-2 z-10'}>
        <SafetyNote kind={kind} staffReads={thread.staffReads} />
      </div>
      {pages.hasNextPage && (
        <Button look="quiet" compact busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('chat.earlier')}
        </Button>
      )}
      <Messages
        messages={messages}
        thread={thread}
        where={where}
        otherName={otherName}
        rows={rows}
        onDrop={outbox.drop}
      />
      <Closed thread={thread} kind={kind} />
      {!isOver &&
        (embedded ? (
          composer
        ) : (
          <div className="bar fixed inset-x-0 bottom-0 z-10 border-t border-line px-3 pt-2 pb-[max(8px,env(safe-area-inset-bottom))]">
            <div className="mx-auto max-w-[456px]">{composer}</div>
          </div>
        ))}
    </>
  )
}

function SafetyNote({ kind, staffReads }: { kind: ThreadKind; staffReads: boolean }) {
  const t = useText()
  return (
    <Note>
      <span className="flex gap-2">
        <Icon name="shield" size={20} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t('chat.never_words')}
          {kind === 'otc' && (
            <span className="mt-1 block">{t(staffReads ? 'chat.staff_reads' : 'chat.staff_away')}</span>
          )}
        </span>
      </span>
    </Note>
  )
}

type MessagesProps = {
  /** Newest first, as loaded. */
  readonly messages: readonly Message[]
  readonly thread: Thread
  readonly where: Where
  readonly otherName: string | undefined
  readonly rows: readonly Outgoing[]
  readonly onDrop: (key: string) => void
}

function Messages({ messages, thread, where, otherName, rows, onDrop }: MessagesProps) {
  const t = useText()
  const shown = messages.toReversed()
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t('chat.messages')} aria-live="polite">
      {shown.length + rows.length === 0 && (
        <li className="px-6 py-10 text-center text-ink-3">
          {t(where.kind === 'support' ? 'chat.empty_support' : 'chat.empty')}
          {where.kind === 'support' && (
            <Link
              to="/pages/article/index"
              query={{ slug: 'help' }}
              className="grid min-h-11 place-items-center font-semi text-accent-ink"
            >
              {t('chat.help')}
            </Link>
          )}
        </li>
      )}
      {shown.flatMap((message, place) => {
        const day = showDay(message.at)
        const bubble = (
          <Bubble key={message.nth} message={message} thread={thread} where={where} otherName={otherName} />
        )
        const before = shown[place - 1]
        if (before && showDay(before.at) === day) return [bubble]
        return [
          <li key={day} className="pt-2 text-center text-caption text-ink-3">
            {day}
          </li>,
          bubble,
        ]
      })}
      {rows.map((row) => (
        <WaitingBubble key={row.key} row={row} onDrop={onDrop} />
      ))}
    </ol>
  )
}

type WaitingProps = { readonly row: Outgoing; readonly onDrop: (key: string) => void }
function WaitingBubble({ row, onDrop }: WaitingProps) {
  const t = useText()
  const { key, text, picture, at, refused } = row
  const why = useFailureText(useRefusal(refused))
  return (
    <BubbleFrame
      own
      look={refused ? 'bg-neg-soft' : 'bg-accent-soft'}
      foot={
        <>
          <time dateTime={at}>{showTime(at)}</time>
          {refused ? (
            <span className="text-neg">{t('chat.not_sent')}</span>
          ) : (
            <DeliveryIcon mark={row.nth === undefined ? 'sending' : 'sent'} />
          )}
        </>
      }
    >
      {picture && (
        <p className="flex items-center gap-2 text-small text-ink-2">
          <Icon name="up" size={18} />
          {t('chat.picture')}
        </p>
      )}
      <Words text={text} />
      {refused && (
        <div className="grid gap-1 text-small text-neg" role="alert">
          {why}
          <button type="button" className="min-h-11 justify-self-end font-semi underline" onClick={() => onDrop(key)}>
            {t('chat.drop')}
          </button>
        </div>
      )}
    </BubbleFrame>
  )
}

function useRefusal(refused: Outgoing['refused']): CallFailure | undefined {
  return useMemo(() => refused && new CallFailure(answers.refused, refused.key, refused.params), [refused])
}

function Closed({ thread, kind }: { thread: Thread; kind: ThreadKind }) {
  const t = useText()
  if (!thread.closed) return null
  return (
    <p className="text-center text-small text-ink-3">{t(kind === 'support' ? 'chat.closed_support' : 'chat.closed')}</p>
  )
}

/** Reports the last message as delivered, and as read once visible. */
function useSeen({ kind, subject }: Where, last: number): void {
  const { act } = useAct(noteSeen, { quiet: true })
  const noted = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one note for each last message
  useEffect(() => {
    const note = () => {
      const isRead = document.visibilityState === 'visible'
      if (last === 0 || noted.current >= last || !navigator.onLine) return
      if (isRead) noted.current = last
      void act({ kind, subject, delivered: last, read: isRead ? last : 0 }).then((done) => {
        if (done) return readAgain(loadThreads)
        noted.current = 0
      })
    }
    note()
    document.addEventListener('visibilitychange', note)
    addEventListener('online', note)
    return () => {
      document.removeEventListener('visibilitychange', note)
      removeEventListener('online', note)
    }
  }, [kind, subject, last])
}

const nearPx = 160

/** Scrolls to new messages until the user scrolls up. */
function useFollow(length: number, isOn: boolean): void {
  const isAtEnd = useRef(true)
  useEffect(() => {
    if (!isOn) return
    const page = document.documentElement
    const follow = () => isAtEnd.current && scrollTo(0, page.scrollHeight)
    const note = () => {
      isAtEnd.current = page.scrollHeight - innerHeight - scrollY < nearPx
    }
    const growing = new ResizeObserver(follow)
    growing.observe(document.body)
    addEventListener('scroll', note, { passive: true })
    return () => {
      growing.disconnect()
      removeEventListener('scroll', note)
    }
  }, [isOn])
  useLayoutEffect(() => {
    if (isOn && length > 0) scrollTo(0, document.documentElement.scrollHeight)
  }, [isOn, length])
}
