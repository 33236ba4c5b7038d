import { useRead } from '#ui/call/use-call.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { sumRunning } from '../orders/running.contract.ts'

export function DueNote() {
  const t = useText()
  const { data } = useRead(sumRunning, {})
  if (!data || data.due === 0) return null
  return (
    <Note tone="warn">
      {t('invest.due', { count: String(data.due) })}{' '}
      <Link to="/pages/invest/logs" query={{ type: 'reservation' }} className="font-semi underline">
        {t('invest.due_look')}
      </Link>
    </Note>
  )
}
