import { useEffect } from 'react'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { useSession } from '#ui/session/session.ts'
import { useText } from '#ui/text/texts.ts'
import { loadThreads, noteSeen } from './chat.contract.ts'

const everyMs = 30_000

/** Rendering the badge also marks messages as delivered. */
export const ChatBadge = () => (useSession() ? <Unread /> : null)

function Unread() {
  const t = useText()
  const { data } = useRead(loadThreads, {}, { everyMs, told: true })
  const { act } = useAct(noteSeen, { quiet: true })
  const thread = data?.items.find(({ kind }) => kind === 'support')
  const [last, fetched] = [thread?.last ?? 0, thread?.fetched ?? 0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: one note for each last message.
  useEffect(() => {
    if (last > fetched && navigator.onLine) void act({ kind: 'support', delivered: last, read: 0 })
  }, [last])
  const unread = thread?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className="num grid min-w-5 place-items-center rounded-pill bg-neg px-1.5 text-caption font-semi text-surface">
      <span aria-hidden="true">{unread}</span>
      <span className="sr-only">{t('support.unread', { count: String(unread) })}</span>
    </span>
  )
}
