import { parseUnits } from '#kit/amount.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { showAmount } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { Progress } from '#ui/Progress.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { useRead, useReadPages } from '#ui/use-call.ts'
import { QueueLog } from './QueueLog.tsx'
import { ReservationCard } from './ReservationCard.tsx'
import { listReservations } from './reservations.contract.ts'

/** Reservations with their places in the queue, the credit limit, and the log of all queues (`view=queue`). */
export function Reservations() {
  const { view } = useQueryOfScreen()
  return view === 'queue' ? <QueueLog /> : <Own />
}

function Own() {
  const t = useText()
  const pages = useReadPages(listReservations, {})
  return (
    <>
      <Credit />
      {pages.items === undefined &&
        (pages.error ? <ErrorState error={pages.error} onRetry={pages.refetch} /> : <SkeletonRows />)}
      {pages.items?.length === 0 && <EmptyState>{t('queue.none')}</EmptyState>}
      {pages.items?.map((reservation) => (
        <ReservationCard key={reservation.orderId} reservation={reservation} />
      ))}
      <ButtonLink to="/pages/invest/logs" query={{ type: 'reservation', view: 'queue' }} look="quiet" icon="shield">
        {t('queue.log')}
      </ButtonLink>
    </>
  )
}

/** What of the credit limit is left. */
function Credit() {
  const t = useText()
  const { data } = useRead(listReservations, { state: 'open' })
  if (!data) return null
  const most = parseUnits(data.creditMost) ?? 0n
  const percent = most === 0n ? 0 : Number(((parseUnits(data.credit) ?? 0n) * 100n) / most)
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-small text-ink-2">{t('queue.credit')}</span>
        <AmountText value={data.credit} coin="CREDIT" own className="font-semi" />
      </p>
      <Progress label={t('queue.credit')} done={percent} needed={100} text={showAmount(data.credit)} />
      <p className="text-caption text-ink-3">{t('queue.credit_about')}</p>
    </Card>
  )
}
