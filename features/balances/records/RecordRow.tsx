import type { OutputOf } from '#kit/wire/contract.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Row } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import type { walletRecords } from '../balances.contract.ts'
import { recordTextId } from './record-types.ts'

export type WalletRecord = OutputOf<typeof walletRecords>['items'][number]

export const recordName = (record: Pick<WalletRecord, 'coin' | 'code'>): string =>
  sayIfKnown(recordTextId(record.coin, record.code)) ?? String(record.code)

export const signedAmount = (record: WalletRecord): string =>
  record.direction === 'out' ? `-${record.amount}` : record.amount

type RecordRowProps = {
  readonly record: WalletRecord
  /** Default: date and time of the device. */
  readonly at?: string
}

export function RecordRow({ record, at = showMoment(record.at) }: RecordRowProps) {
  const t = useText()
  return (
    <Row
      mark={<CoinIcon asset={record.coin} size={36} />}
      title={recordName(record)}
      note={at}
      end={
        <AmountText
          value={signedAmount(record)}
          coin={record.coin}
          signed
          own
          className={record.direction === 'in' ? 'text-up' : ''}
        />
      }
      endNote={record.account === 'available' ? undefined : t(`record.account.${record.account}`)}
      to="/pages/wallet/info"
      query={{ id: record.id }}
      arrow={false}
    />
  )
}
