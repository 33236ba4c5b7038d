import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useSend } from '#ui/call/use-send.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { type Fact, Facts, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, showMoment, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { type getOrder, redeemOrder } from '../../investing.contract.ts'
import type { OrderItem } from '../detail/order-texts.tsx'

type Moved = NonNullable<OutputOf<typeof getOrder>['exit']>['fee']
type LeaveOrderProps = {
  readonly order: OrderItem
  readonly exit: NonNullable<OutputOf<typeof getOrder>['exit']>
  /** Minimum to receive, because the market moves. */
  readonly least: Moved | undefined
}

const wordsOf = (order: OrderItem) =>
  order.line === 'fund'
    ? ({ title: 'order.redeem', done: 'order.redeemed', note: 'order.redeem_wait' } as const)
    : order.line === 'liquidity'
      ? ({ title: 'order.exit', done: 'order.left', note: 'order.exit_market' } as const)
      : ({ title: 'order.exit', done: 'order.left', note: undefined } as const)

export function LeaveOrder({ order, exit, least }: LeaveOrderProps) {
  const t = useText()
  const words = wordsOf(order)
  const leastOf = (coin: string | null) => least?.find(({ asset }) => asset === coin)?.amount
  const [leastBase, leastSide] = [leastOf(order.base), leastOf(order.side)]
  const [open, setOpen] = useState(false)
  const send = useSend(t(words.title), '', () => setOpen(false))
  const leave = async () => {
    const agreed = { ...(leastBase ? { leastBase } : {}), ...(leastSide ? { leastSide } : {}) }
    const input = { orderId: order.orderId, ...(order.line === 'liquidity' ? agreed : {}) }
    if (!(await send(redeemOrder, input, ['leastBase', 'leastSide']))) return undefined
    toast(t(words.done))
    setOpen(false)
    return undefined
  }
  const fee = t('order.exit_fee', { share: showPercent(exit.feeShare) })
  return (
    <>
      <FormButton look="danger" why={!order.exitable && t('reinvest.locked')} onClick={() => setOpen(true)}>
        {t(words.title)}
      </FormButton>
      <PasswordSheet open={open} onClose={() => setOpen(false)} title={t(words.title)} final onConfirm={leave}>
        {words.note && <Note tone="warn">{t(words.note)}</Note>}
        {!words.note && order.endsAt && (
          <Note tone="warn">{t('order.exit_wait', { at: showMoment(order.endsAt) })}</Note>
        )}
        <Facts
          facts={[
            ...amounts(t('order.comes_back'), exit.returned, true),
            ...(exit.fee.length > 0 ? amounts(fee, exit.fee, false) : []),
            ...(isAbove(exit.power)
              ? [{ label: t('order.exit_power'), value: <AmountText value={exit.power} coin="POWER" exact /> }]
              : []),
          ]}
        />
      </PasswordSheet>
    </>
  )
}

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
