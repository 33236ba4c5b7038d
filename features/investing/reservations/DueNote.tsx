import { Note } from '#ui/Facts.tsx'
import { Link } from '#ui/Link.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
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
