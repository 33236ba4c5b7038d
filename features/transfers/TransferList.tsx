import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { Filters } from '#ui/Choice.tsx'
import { showMoment } from '#ui/format.ts'
import { Pages, Row } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { Seal } from '#ui/Seal.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { useReadPages } from '#ui/use-call.ts'
import { WalletId } from '#ui/WalletId.tsx'
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
