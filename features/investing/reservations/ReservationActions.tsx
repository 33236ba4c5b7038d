import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useSend } from '#ui/call/use-send.ts'
import { Button } from '#ui/form/Button.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { type Fact, Facts, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ReinvestMeans } from '../products/detail/ReinvestMeans.tsx'
import { generalOutcomes } from '../products/purchase/reinvest-outcomes.tsx'
import { cancelReservation, type listReservations, payReservation } from './reservations.contract.ts'

type Item = OutputOf<typeof listReservations>['items'][number]
type ActionProps = { readonly reservation: Item }

export function ReservationActions({ reservation }: ActionProps) {
  const t = useText()
  if (reservation.state === 'queued') return <Leave reservation={reservation} />
  if (reservation.state !== 'due') return null
  return (
    <div className="grid gap-2">
      {reservation.stopped === null ? (
        <Pay reservation={reservation} />
      ) : (
        <Note tone="warn">{t('reserve.stopped', { coin: reservation.stopped })}</Note>
      )}
      <Leave reservation={reservation} />
    </div>
  )
}

/** Uses the side coin's current price. */
function Pay({ reservation }: ActionProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const send = useSend(t('reserve.pay'), '', () => setOpen(false))
  const { orderId, base, side, balance, sideAmount, sideMost, bonus, payUntil, startsAt, reinvest } = reservation
  const pay = async () => {
    const input = { orderId, ...(sideMost === null ? {} : { sideMax: sideMost }) }
    if (!(await send(payReservation, input, ['sideMax']))) return undefined
    toast(t('reserve.paid'))
    setOpen(false)
    return undefined
  }
  const facts: Fact[] = [
    { label: t('reserve.balance'), value: <AmountText value={balance} coin={base} exact />, strong: true },
    ...(side && sideAmount && sideMost
      ? [
          { label: t('reserve.side'), value: <AmountText value={sideAmount} coin={side} exact /> },
          { label: t('reserve.side_most'), value: <AmountText value={sideMost} coin={side} exact /> },
        ]
      : []),
    { label: t('reserve.bonus'), value: <AmountText value={bonus} coin="CREDIT" /> },
    ...(startsAt ? [{ label: t('reserve.starts'), value: showMoment(startsAt) }] : []),
    ...(payUntil ? [{ label: t('reserve.pay_until'), value: showMoment(payUntil) }] : []),
  ]
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('reserve.pay')}</Button>
      <PasswordSheet open={open} onClose={() => setOpen(false)} title={t('reserve.pay')} onConfirm={pay}>
        <Facts facts={facts} />
        <ReinvestMeans reinvest={reinvest} outcomes={generalOutcomes(t, { side }, sideAmount ?? '0')} />
      </PasswordSheet>
    </>
  )
}

function Leave({ reservation }: ActionProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { orderId, base, prepaid, credit } = reservation
  const due = reservation.state === 'due'
  const title = t(due ? 'reserve.give_up' : 'reserve.leave')
  const send = useSend(title)
  const leave = async () => {
    await send(cancelReservation, { orderId, giveUp: due })
    toast(t(due ? 'reserve.given_up' : 'reserve.left'))
    setOpen(false)
    return undefined
  }
  return (
    <>
      <Button look={due ? 'danger' : 'quiet'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <PasswordSheet open={open} onClose={() => setOpen(false)} title={title} final={due} onConfirm={leave}>
        <Note tone={due ? 'neg' : 'plain'}>{t(due ? 'reserve.give_up_note' : 'reserve.leave_note')}</Note>
        <Facts
          facts={[
            { label: t('reserve.prepaid_short'), value: <AmountText value={prepaid} coin={base} exact /> },
            { label: t('reserve.credit'), value: <AmountText value={credit} coin="CREDIT" /> },
          ]}
        />
      </PasswordSheet>
    </>
  )
}
