import type { Coin } from '#kit/amount/coins.ts'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft } from '#ui/draft/use-kept-fields.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Facts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { type Receiver, ReceiverCard } from './receiver/ReceiverCard.tsx'
import { makeTransfer } from './transfers.contract.ts'

type ConfirmTransferProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly needsCode: boolean
  readonly receiver: Receiver
  readonly name: string
  readonly coin: Coin
  readonly amount: string
  readonly remark: string
}

/** Drafts are per receiver and coin. */
export const formOfTransfer = (receiverId: string, coin: Coin): string => `send ${receiverId} ${coin}`

export function ConfirmTransfer({
  open,
  onClose,
  needsCode,
  receiver,
  name,
  coin,
  amount,
  remark,
}: ConfirmTransferProps) {
  const t = useText()
  const send = useSend(t('transfer.title'), `${showAmount(amount)} ${coin}`, () =>
    go('/pages/wallet/conver', { view: 'list' }, { replace: true }),
  )
  const transfer = async ({ code }: { code: string }) => {
    const input = { receiverId: receiver.receiverId, coin, amount, remark, code }
    const made = await send(makeTransfer, input, ['code'])
    if (!made) return undefined
    dropDraft(formOfTransfer(receiver.receiverId, coin))
    go('/pages/wallet/conver', { id: String(made.id) }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t('transfer.confirm_title')}
      action={t('transfer.send', { amount: `${showAmount(amount)} ${coin}` })}
      final
      googleCode={needsCode}
      target={<WalletId id={receiver.receiverId} />}
      onConfirm={transfer}
    >
      <Facts
        facts={[
          { label: t('transfer.arrives'), value: <AmountText value={amount} coin={coin} exact />, strong: true },
          { label: t('transfer.fee'), value: t('transfer.fee_none') },
          ...(remark ? [{ label: t('transfer.remark_short'), value: <bdi>{remark}</bdi> }] : []),
        ]}
      />
      <ReceiverCard receiver={receiver} name={name} />
      <p className="text-small text-ink-3">{t('transfer.final')}</p>
    </PasswordSheet>
  )
}
