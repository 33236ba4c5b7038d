import { useRef } from 'react'
import type { Coin } from '#kit/assets.ts'
import { randomUuid } from '#kit/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { call } from '#ui/call.ts'
import { Facts } from '#ui/Facts.tsx'
import { go } from '#ui/navigation.ts'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { notify } from '#ui/toasts.ts'
import { reads } from '#ui/use-call.ts'
import { type Receiver, ReceiverCard } from './ReceiverCard.tsx'
import { makeTransfer } from './transfers.contract.ts'

type Intention = {
  readonly receiver: Receiver
  readonly coin: Coin
  readonly amount: string
  readonly remark: string
}
type ConfirmTransferProps = Intention & {
  readonly open: boolean
  readonly onClose: () => void
  readonly needsCode: boolean
}

/** The last look: how much, to whom. Then password, the code where it is asked, and the gold button. */
export function ConfirmTransfer({ open, onClose, needsCode, ...intention }: ConfirmTransferProps) {
  const t = useText()
  const send = useSend(intention)
  const { receiver, coin, amount, remark } = intention
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t('transfer.confirm_title')}
      googleCode={needsCode}
      onConfirm={send}
    >
      <Facts
        facts={[
          { label: t('transfer.arrives'), value: <AmountText value={amount} coin={coin} exact />, strong: true },
          { label: t('transfer.fee'), value: t('transfer.fee_none') },
          ...(remark ? [{ label: t('transfer.remark_short'), value: <bdi>{remark}</bdi> }] : []),
        ]}
      />
      <ReceiverCard receiver={receiver} />
      <p className="text-small text-ink-3">{t('transfer.final')}</p>
    </PasswordSheet>
  )
}

/**
 * Sends it. Until the server has answered, every try of the same intention carries the same key, also with the next Google code: a
 * lost answer must not become a second transfer.
 */
function useSend({ receiver, coin, amount, remark }: Intention) {
  const t = useText()
  const intention = useRef<{ said: string; key: string } | undefined>(undefined)
  return async ({ code }: { code: string }): Promise<CallFailure | undefined> => {
    const { receiverId } = receiver
    const said = JSON.stringify([receiverId, coin, amount, remark])
    if (intention.current?.said !== said) intention.current = { said, key: randomUuid() }
    const idempotencyKey = intention.current.key
    const input = { receiverId, coin, amount, remark, code }
    try {
      const { id } = await call(makeTransfer, input, { quiet: true, idempotencyKey })
      intention.current = undefined
      void reads.invalidateQueries()
      go('/pages/wallet/conver', { id: String(id) }, { replace: true })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      if (cause.code === 'network') return cause
      intention.current = undefined
      if (cause.key !== 'request.key_conflict') return cause
      // The first try had arrived after all.
      void reads.invalidateQueries()
      notify(t('transfer.asked_before'))
      go('/pages/wallet/conver', { view: 'list' }, { replace: true })
    }
    return undefined
  }
}
