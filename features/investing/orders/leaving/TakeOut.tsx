import { useState } from 'react'
import { parseUnits } from '#kit/amount/amount.ts'
import { useSend } from '#ui/call/use-send.ts'
import { Button } from '#ui/form/Button.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { cancelAcceleration } from '../../acceleration/acceleration.contract.ts'
import { redeemOrder } from '../../investing.contract.ts'
import type { OrderItem } from '../detail/order-texts.tsx'
import { AmountSheet } from './AmountSheet.tsx'

/** @param power lost if everything is taken out */
export function TakeOut({ order, power }: { order: OrderItem; power: string | undefined }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const isMark = order.accrual === 'boost'
  const title = t(isMark ? 'order.unmark' : 'order.take_out')
  const send = useSend(title)
  const confirm = async (amount: string) => {
    if (!isMark) await send(redeemOrder, { orderId: order.orderId, amount })
    const returned = isMark ? (await send(cancelAcceleration, { orderId: order.orderId, amount }))?.returned : undefined
    const isPart = returned !== undefined && parseUnits(returned.amount) !== parseUnits(amount)
    toast(isPart ? t('order.taken_part', { amount: returned.amount, coin: returned.asset }) : t('order.taken_out'))
    setOpen(false)
  }
  return (
    <>
      <Button look="quiet" icon="down" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <AmountSheet
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        coin={order.base}
        most={order.amount}
        note={t(isMark ? 'order.unmark_note' : 'order.take_out_note')}
        power={power}
        onConfirm={confirm}
      />
    </>
  )
}
