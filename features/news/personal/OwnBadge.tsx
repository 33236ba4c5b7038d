import { useRead } from '#ui/call/use-call.ts'
import { useSession } from '#ui/session/session.ts'
import { useText } from '#ui/text/texts.ts'
import { listOwnNotices } from './personal.contract.ts'

const everyMs = 60_000
const shownMax = 9

/** Number of unread notices; hidden if zero. */
export const OwnBadge = () => (useSession() ? <Unread /> : null)

function Unread() {
  const t = useText()
  const unread = useRead(listOwnNotices, {}, { everyMs, told: true }).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className="num grid min-w-5 place-items-center rounded-pill bg-neg px-1.5 text-caption font-semi text-surface">
      <span aria-hidden="true">{unread > shownMax ? `${shownMax}+` : unread}</span>
      <span className="sr-only">{t('notice.unread', { count: String(unread) })}</span>
    </span>
  )
}
