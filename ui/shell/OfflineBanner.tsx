import { useLiveStatus } from '../call/live-status.ts'
import { useStillWaiting } from '../call/still-waiting.ts'
import { Icon } from '../picture/Icon.tsx'
import { useText } from '../text/texts.ts'
import { useOnline } from './use-online.ts'

/** Shown while offline, connecting or without a server response. */
export function OfflineBanner() {
  const t = useText()
  const isUnreachable = useLiveStatus() === 'unreachable'
  const isOnline = useOnline()
  const isWaiting = useStillWaiting()
  if (isOnline && !isUnreachable && !isWaiting) return null
  return (
    <p
      role="status"
      className="sticky top-0 z-20 flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-small font-medium text-warn"
    >
      <Icon name={isOnline && !isUnreachable ? 'clock' : 'warn'} size={18} />
      {t(!isOnline ? 'state.offline' : isUnreachable ? 'state.unreachable' : 'state.still_waiting')}
    </p>
  )
}
