import type { OutputOf } from '#kit/wire/contract.ts'
import { useReadPages } from '#ui/call/use-call.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Pages, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { transfers } from './transfers.contract.ts'

export type Transfer = OutputOf<typeof transfers>['items'][number]

const directions = ['all', 'in', 'out'] as const

export function TransferList() {
  const changeQuery = useChangeQuery()
  const t = useText()
  const { direction: asked } = useQueryOfScreen()
  const direction = directions.find((each) => each === asked) ?? 'all'
  const pages = useReadPages(transfers, direction === 'all' ? {} : { direction })
  return (
    <Screen title={t('transfer.list')} up="/pages/wallet/conver" onRefresh={pages.refetch}>
      <Filters
        label={t('transfer.direction')}
        options={directions.map((value) => ({ value, label: t(`transfer.direction.${value}`) }))}
        value={direction}
        onChange={(next) => changeQuery({ direction: next === 'all' ? undefined : next })}
      />
      <Pages
        pages={pages}
        label={t('transfer.list')}
        empty={t('transfer.empty')}
        row={(transfer) => <TransferRow key={transfer.id} transfer={transfer} />}
      />
    </Screen>
  )
}

export const signedAmount = ({ direction, amount }: Transfer): string => (direction === 'out' ? `-${amount}` : amount)

export function TransferRow({ transfer }: { transfer: Transfer }) {
  const { id, direction, receiverId, nickname, coin, at } = transfer
  return (
    <Row
      mark={<Seal id={receiverId} size={40} />}
      title={nickname ? <bdi>{nickname}</bdi> : <WalletId id={receiverId} />}
      note={showMoment(at)}
      end={
        <AmountText
          value={signedAmount(transfer)}
          coin={coin}
          signed
          own
          className={direction === 'in' ? 'text-up' : ''}
        />
      }
      to="/pages/wallet/conver"
      query={{ id: String(id) }}
    />
  )
}
