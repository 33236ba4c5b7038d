import { useRef, useState } from 'react'
import { randomUuid } from '#kit/random.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { Button } from '#ui/Button.tsx'
import { call } from '#ui/call.ts'
import { type Fact, Facts, Note } from '#ui/Facts.tsx'
import { showMoment, showPercent } from '#ui/format.ts'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { toast } from '#ui/toasts.ts'
import { reads } from '#ui/use-call.ts'
import { type getOrder, redeemOrder } from '../investing.contract.ts'
import type { OrderItem } from './order-texts.tsx'

type LeaveOrderProps = { readonly order: OrderItem; readonly exit: NonNullable<OutputOf<typeof getOrder>['exit']> }

/** Leaves a running order before its end: first what comes back, what it costs, and what waiting would bring. */
export function LeaveOrder({ order, exit }: LeaveOrderProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const key = useRef(randomUuid())
  const leave = async () => {
    await call(redeemOrder, { orderId: order.orderId }, { idempotencyKey: key.current, quiet: true })
    void reads.invalidateQueries()
    toast(t('order.left'))
    setOpen(false)
    return undefined
  }
  const fee = t('order.exit_fee', { share: showPercent(exit.feeShare) })
  return (
    <>
      <Button look="danger" disabled={!order.exitable} onClick={() => setOpen(true)}>
        {t('order.exit')}
      </Button>
      {!order.exitable && <p className="text-small text-ink-3">{t('reinvest.locked')}</p>}
      <PasswordSheet open={open} onClose={() => setOpen(false)} title={t('order.exit')} onConfirm={leave}>
        {order.endsAt && <Note tone="warn">{t('order.exit_wait', { at: showMoment(order.endsAt) })}</Note>}
        <Facts
          facts={[
            ...amounts(t('order.comes_back'), exit.returned, true),
            ...amounts(fee, exit.fee, false),
            { label: t('order.exit_power'), value: <AmountText value={exit.power} coin="POWER" exact /> },
          ]}
        />
      </PasswordSheet>
    </>
  )
}

type Moved = LeaveOrderProps['exit']['fee']

/** One line of facts: every coin of it, each on a line of its own. */
const amounts = (label: string, moved: Moved, strong: boolean): Fact[] => [
  {
    label,
    strong,
    value: moved.map(({ asset, amount }) => (
      <span key={asset} className="block">
        <AmountText value={amount} coin={asset} exact />
      </span>
    )),
  },
]
