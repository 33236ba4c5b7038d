import { AmountText, CodeText } from '#ui/AmountText.tsx'
import { showMoment } from '#ui/format.ts'
import { Pages, Row } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { listQueueLog } from './reservations.contract.ts'

/** Every change of every queue, each tied to the one before by its hash. */
export function QueueLog() {
  const t = useText()
  const log = useReadPages(listQueueLog, {})
  return (
    <>
      <p className="text-small text-ink-2">{t('queue.log_about')}</p>
      <Pages
        pages={log}
        label={t('queue.log')}
        empty={t('queue.log_empty')}
        row={(row) => (
          <Row
            key={row.id}
            title={t('queue.log_row', { id: String(row.orderId), change: t(`queue.change.${row.change}`) })}
            note={
              <>
                {showMoment(row.at)}
                <span className="block text-caption">
                  <CodeText value={row.hash} short />
                </span>
              </>
            }
            end={<AmountText value={row.amount} />}
          />
        )}
      />
    </>
  )
}
