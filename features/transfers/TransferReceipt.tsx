import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { ReceiptActions } from '#ui/sheet/ReceiptActions.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Facts } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { idGroups, WalletId } from '#ui/text/WalletId.tsx'
import { signedAmount, type Transfer } from './TransferList.tsx'
import { transfers } from './transfers.contract.ts'

export function TransferReceipt({ id }: { id: string }) {
  const t = useText()
  const read = useRead(transfers, { id })
  const transfer = read.data?.items[0]
  return (
    <Screen title={t('transfer.one')} up="/pages/wallet/conver" onRefresh={read.refetch}>
      <ReadState read={read}>
        {() => (transfer ? <Receipt transfer={transfer} /> : <EmptyState>{t('transfer.missing')}</EmptyState>)}
      </ReadState>
    </Screen>
  )
}

function Receipt({ transfer }: { transfer: Transfer }) {
  const t = useText()
  const { id, direction, receiverId, nickname, coin, remark, at } = transfer
  return (
    <>
      <Card className="grid justify-items-center gap-2 px-4 py-6 text-center">
        <Seal id={receiverId} size={72} />
        <h2 className="text-small text-ink-3">{t(`transfer.with.${direction}`)}</h2>
        {nickname && <bdi className="font-semi">{nickname}</bdi>}
        <span className="-my-2 inline-flex items-center ps-11">
          <WalletId id={receiverId} />
          <CopyButton value={receiverId} label={t('transfer.copy_id')} />
        </span>
        <p className={`text-h1 font-bold ${direction === 'in' ? 'text-up' : ''}`}>
          <AmountText value={signedAmount(transfer)} coin={coin} signed exact own />
        </p>
        <p role="status">
          <Chip tone="accent">{t(`transfer.done.${direction}`)}</Chip>
        </p>
      </Card>
      <Card className="p-4">
        <Facts
          facts={[
            ...(remark ? [{ label: t('transfer.remark_short'), value: <bdi>{remark}</bdi> }] : []),
            { label: t('transfer.fee'), value: t('transfer.fee_none') },
            { label: t('transfer.time'), value: showMoment(at) },
            { label: t('transfer.number'), value: <Num>{id}</Num> },
          ]}
        />
      </Card>
      <ReceiptActions
        receipt={{
          title: [t(`transfer.with.${direction}`), nickname].filter(Boolean).join(' '),
          amounts: [`${showAmount(signedAmount(transfer), { exact: true, signed: true })} ${coin}`],
          seal: receiverId,
          facts: [
            { label: t('record.counterpart'), value: idGroups(receiverId) },
            { label: t('transfer.time'), value: showMoment(at) },
            { label: t('transfer.number'), value: String(id) },
          ],
          foot: t('app.name'),
          name: `glasshouse-transfer-${id}`,
        }}
        done={{ to: '/pages/wallet/index' }}
      />
      <ButtonLink look="quiet" to="/pages/wallet/conver" query={{ coin, to: receiverId }}>
        {t('transfer.again')}
      </ButtonLink>
    </>
  )
}
