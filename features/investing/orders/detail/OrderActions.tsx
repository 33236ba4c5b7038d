import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useSend } from '#ui/call/use-send.ts'
import { Button } from '#ui/form/Button.tsx'
import { Switch } from '#ui/form/Choice.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { type Fact, Facts, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, showMoment } from '#ui/text/format.ts'
import { type TextId, useText } from '#ui/text/texts.ts'
import { cancelOrder, type getOrder, setReinvest } from '../../investing.contract.ts'
import { OutcomeResult } from '../../results/OutcomeResult.tsx'
import type { OrderItem } from './order-texts.tsx'

type SwitchProps = { readonly order: OrderItem; readonly ways: OutputOf<typeof getOrder>['ways'] }

/** Shows the other choice's result before the change. Locked in the last half hour. */
export function ReinvestSwitch({ order, ways }: SwitchProps) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const next = !order.reinvest
  const title = t(next ? 'reinvest.turn_on' : 'reinvest.turn_off')
  const send = useSend(title)
  const confirm = async () => {
    await send(setReinvest, { orderId: order.orderId, reinvest: next })
    setAsking(false)
    return undefined
  }
  const said = (reinvest: boolean) => {
    const way = ways.find(({ way: name }) => name === (reinvest ? 'on' : 'off'))
    return way && <OutcomeResult way={way} ways={ways} />
  }
  return (
    <Card className="px-4 py-1">
      <Switch
        label={t('reinvest.label')}
        note={
          order.switchable && order.locksAt
            ? t('reinvest.locks', { at: showMoment(order.locksAt) })
            : t('reinvest.locked')
        }
        checked={order.reinvest === true}
        disabled={!order.switchable}
        onChange={() => setAsking(true)}
      />
      <div className="border-t border-line py-3 text-small text-ink-2">
        <h3 className="font-semi text-ink">{t(order.reinvest ? 'result.way.on' : 'result.way.off')}</h3>
        {said(order.reinvest === true)}
        {!order.reinvest && <p className="mt-1">{t('reinvest.off_then')}</p>}
        <p className="mt-1 text-caption text-ink-3">{t('result.about')}</p>
      </div>
      <PasswordSheet open={asking} onClose={() => setAsking(false)} title={title} onConfirm={confirm}>
        {said(next)}
        {!next && <p className="mt-2">{t('reinvest.off_then')}</p>}
      </PasswordSheet>
    </Card>
  )
}

type Words = {
  readonly note?: TextId
  readonly facts: readonly Fact[]
  readonly done: TextId
  readonly isFinal?: boolean
}

/** Cancelling a mark moves no coins. Cancelling a gift returns its coins to the company. */
function cancelWords(order: OrderItem, t: ReturnType<typeof useText>): Words {
  if (order.accrual === 'boost') return { note: 'order.mark_cancel_note', facts: [], done: 'order.mark_cancelled' }
  if (order.release && !isAbove(order.amount)) {
    const coins = <AmountText value={order.release.total} coin={order.pays ?? order.base} exact />
    const facts = [{ label: t('order.gives_up'), value: coins, strong: true }]
    return { note: 'order.gift_cancel_note', facts, done: 'order.gift_declined', isFinal: true }
  }
  const base = <AmountText value={order.amount} coin={order.base} />
  const side = order.side && <AmountText value={order.sideAmount} coin={order.side} exact />
  return {
    facts: [
      { label: t('order.comes_back'), value: base, strong: true },
      ...(side ? [{ label: t('order.comes_back_too'), value: side }] : []),
    ],
    done: 'order.cancelled',
  }
}

export function CancelOrder({ order }: { order: OrderItem }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const send = useSend(t('order.cancel'))
  const { note, facts, done, isFinal = false } = cancelWords(order, t)
  const cancel = async () => {
    await send(cancelOrder, { orderId: order.orderId })
    toast(t(done as 'order.cancelled'))
    setOpen(false)
    return undefined
  }
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('order.cancel')}
      </Button>
      <PasswordSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('order.cancel')}
        final={isFinal}
        onConfirm={cancel}
      >
        {note && <Note tone="warn">{t(note as 'order.mark_cancel_note')}</Note>}
        {facts.length > 0 && <Facts facts={facts} />}
      </PasswordSheet>
    </>
  )
}
