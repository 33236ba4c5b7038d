import { Button } from '../form/Button.tsx'
import { Icon } from '../picture/Icon.tsx'
import { useSession } from '../session/session.ts'
import { Link } from '../shell/Link.tsx'
import { Num } from '../text/AmountText.tsx'
import { useText } from '../text/texts.ts'
import { type Pending, usePending } from './pending.ts'
import { sends } from './sends.ts'

/** Confirmed calls without a response, with their retries and final outcome. */
export function PendingRows() {
  const t = useText()
  const owner = useSession()?.walletId
  const rows = usePending().filter((row) => row.owner === owner)
  if (rows.length === 0) return null
  return (
    <aside aria-label={t('pending.label')} className="mx-auto grid max-w-[480px] gap-2 px-4 pt-3 print:hidden">
      {rows.map((row) => (
        <PendingRow key={row.key} row={row} />
      ))}
    </aside>
  )
}

const tones = {
  waiting: 'bg-warn-soft text-warn',
  done: 'bg-accent-soft text-accent-ink',
  refused: 'bg-neg-soft text-neg',
  never: 'bg-neg-soft text-neg',
  unknown: 'bg-warn-soft text-warn',
} as const

export function PendingRow({ row }: { row: Pending }) {
  const t = useText()
  const { what, amount, state, why } = row
  const words = state === 'refused' ? t('pending.refused', { reason: why }) : t(`pending.${state}`)
  return (
    <section role="status" className={`grid gap-1 rounded-card px-4 py-3 text-small ${tones[state]}`}>
      <p className="flex flex-wrap items-center gap-x-2 font-semi">
        <Icon name={state === 'waiting' ? 'refresh' : state === 'done' ? 'check' : 'warn'} size={18} />
        <bdi>{what}</bdi>
        {amount && <Num>{amount}</Num>}
      </p>
      <p>{words}</p>
      {state !== 'waiting' && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Link
            to="/pages/wallet/logs"
            className="press inline-flex min-h-11 items-center rounded-control bg-surface px-4 font-semi text-ink"
          >
            {t('title.records')}
          </Link>
          <Button look="quiet" compact onClick={() => void sends.close(row)}>
            {t('sheet.close')}
          </Button>
        </div>
      )}
    </section>
  )
}
