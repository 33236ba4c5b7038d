import { Note } from '../show/Facts.tsx'
import { showMoment } from './format.ts'
import { useText } from './texts.ts'

type Closing = { readonly until: string; readonly reason: string }

/** Shows when a closing ends and the operator's reason. */
export function ClosingNote({ closing }: { readonly closing: Closing | null }) {
  const t = useText()
  if (!closing) return null
  return (
    <Note tone="warn">
      <p>{t('state.closed_until', { until: showMoment(closing.until) })}</p>
      <p className="mt-1">
        {t('state.reason')} <bdi>{closing.reason}</bdi>
      </p>
    </Note>
  )
}
