import type { OutputOf } from '#kit/wire/contract.ts'
import { dueFirst } from '#products/reservations/reservation-order.ts'
import { useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, Pages } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { Skeleton } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import { ReservationCard } from './ReservationCard.tsx'
import { listReservations } from './reservations.contract.ts'

export function Reservations() {
  const t = useText()
  const open = useReadPages(listReservations, { state: 'open' })
  const over = useReadPages(listReservations, { state: 'over' })
  const isAnyOpen = open.items?.length !== 0
  const isAnyOver = over.items?.length !== 0
  return (
    <>
      <Credit limit={open.first} isUnknown={open.error !== null} />
      {isAnyOpen && (
        <Pages
          apart
          pages={{ ...open, items: open.items && dueFirst(open.items) }}
          label={t('queue.open')}
          empty={t('queue.none')}
          row={(each) => <ReservationCard key={each.orderId} reservation={each} />}
        />
      )}
      {open.items && !open.hasNextPage && (isAnyOver || !isAnyOpen) && (
        <>
          {isAnyOpen && <Heading>{t('queue.over')}</Heading>}
          <Pages
            apart
            pages={over}
            label={t('queue.over')}
            empty={t('queue.none')}
            row={(each) => <ReservationCard key={each.orderId} reservation={each} />}
          />
        </>
      )}
      <ButtonLink to="/pages/proof/queue" look="quiet" icon="shield">
        {t('queue.log')}
      </ButtonLink>
    </>
  )
}

type CreditProps = {
  readonly limit: Pick<OutputOf<typeof listReservations>, 'credit' | 'creditMost'> | undefined
  /** True if the read failed; then a dash is shown. */
  readonly isUnknown: boolean
}

function Credit({ limit, isUnknown }: CreditProps) {
  const t = useText()
  if (!limit && !isUnknown) return <Skeleton className="h-28 !rounded-card" />
  return (
    <Card className="grid gap-2 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-small text-ink-2">{t('queue.credit')}</span>
        <AmountText value={limit?.credit} coin="CREDIT" own className="font-semi" />
      </p>
      <p className="text-caption text-ink-3">{t('queue.credit_about')}</p>
    </Card>
  )
}
