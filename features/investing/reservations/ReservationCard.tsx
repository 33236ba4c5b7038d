import type { OutputOf } from '#kit/wire/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { type Fact, Facts } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { isAbove, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { PairIcon } from '../orders/detail/PairIcon.tsx'
import { StateChip } from '../orders/detail/StateChip.tsx'
import { ReservationActions } from './ReservationActions.tsx'
import type { listReservations } from './reservations.contract.ts'

export type Reservation = OutputOf<typeof listReservations>['items'][number]
type Say = ReturnType<typeof useText>

export function ReservationCard({ reservation }: { reservation: Reservation }) {
  const t = useText()
  return (
    <li>
      <Card className="grid gap-3 p-4">
        <div className="flex items-center gap-3">
          <PairIcon base={reservation.base} side={reservation.side} />
          <div className="min-w-0 flex-1">
            <h2 className="font-semi leading-snug">
              <AmountText value={reservation.amount} coin={reservation.base} own />
            </h2>
            <p className="text-small text-ink-3">{t(`line.${reservation.line}`)}</p>
          </div>
        </div>
        <div className="-mt-1">
          <StateChip order={reservation} />
        </div>
        <Facts facts={factsOf(reservation, t)} />
        <ReservationActions reservation={reservation} />
        {reservation.paidAt !== null && (
          <ButtonLink to="/pages/invest/detail" query={{ id: String(reservation.orderId) }} look="quiet">
            {t('queue.to_order')}
          </ButtonLink>
        )}
      </Card>
    </li>
  )
}

/** CREDIT is held while a reservation waits, lost if unpaid, otherwise returned. */
function creditText({ state, paidAt, overAt }: Reservation) {
  if (paidAt !== null) return 'queue.credit_back'
  if (overAt === null) return 'queue.credit_used'
  return state === 'closed' ? 'queue.credit_lost' : 'queue.credit_back'
}

function factsOf(reservation: Reservation, t: Say): Fact[] {
  const { base, rank, bestUntil, payUntil, balance, state } = reservation
  const isDue = state === 'due'
  const isOver = reservation.overAt !== null && reservation.paidAt === null
  return [
    ...(rank === null ? [] : [{ label: t('queue.rank'), value: <Num>{rank}</Num>, strong: true }]),
    ...(isDue
      ? [
          { label: t('queue.balance'), value: <AmountText value={balance} coin={base} own />, strong: true },
          ...(reservation.side && reservation.sideAmount !== null
            ? [
                {
                  label: t('quote.side'),
                  value: <AmountText value={reservation.sideAmount} coin={reservation.side} own />,
                },
              ]
            : []),
          ...(bestUntil ? [{ label: t('queue.best_until'), value: showMoment(bestUntil) }] : []),
          ...(payUntil ? [{ label: t('queue.pay_until'), value: showMoment(payUntil) }] : []),
          { label: t('queue.bonus'), value: <AmountText value={reservation.bonus} coin="CREDIT" signed own /> },
        ]
      : []),
    {
      label: t(isOver ? 'queue.prepaid_back' : 'queue.prepaid'),
      value: <AmountText value={reservation.prepaid} coin={base} own />,
    },
    { label: t(creditText(reservation)), value: <AmountText value={reservation.credit} coin="CREDIT" own /> },
    ...(reservation.paidAt && isAbove(reservation.bonus)
      ? [{ label: t('queue.bonus_paid'), value: <AmountText value={reservation.bonus} coin="CREDIT" signed own /> }]
      : []),
    { label: t('queue.reserved_at'), value: showMoment(reservation.reservedAt) },
    ...(reservation.paidAt ? [{ label: t('queue.paid_at'), value: showMoment(reservation.paidAt) }] : []),
    ...(reservation.startsAt ? [{ label: t('quote.starts'), value: showMoment(reservation.startsAt) }] : []),
    ...(reservation.overAt ? [{ label: t('queue.over_at'), value: showMoment(reservation.overAt) }] : []),
  ]
}
