import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { List, Row } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../../investing.contract.ts'
import { recordText } from './order-texts.tsx'

type Records = OutputOf<typeof getOrder>['records']

/** Rows shown at first, because an order can have hundreds. */
const firstRows = 20

/** Newest first. */
export function OrderRecords({ records }: { records: Records }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const shown = all ? records : records.slice(0, firstRows)
  return (
    <div className="grid gap-3">
      <RecordList records={shown} />
      {shown.length < records.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}

function RecordList({ records }: { records: Records }) {
  const t = useText()
  return (
    <List label={t('order.records')}>
      {records.map((record) => (
        <Row
          key={record.id}
          title={t(recordText(record.asset, record.code))}
          note={showMoment(record.at)}
          end={
            <AmountText
              value={record.direction === 'out' || record.direction === 'gone' ? `-${record.amount}` : record.amount}
              coin={record.asset}
              signed={record.direction === 'in'}
              exact
              own
            />
          }
          endNote={
            record.direction === 'inside'
              ? t('order.inside')
              : record.direction === 'gone'
                ? t('order.gone')
                : undefined
          }
        />
      ))}
    </List>
  )
}
