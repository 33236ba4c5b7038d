import { useState } from 'react'
import { useReadPages } from '#ui/call/use-call.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { recordText } from '../orders/detail/order-texts.tsx'
import { listDividends } from './fund.contract.ts'

const kinds = ['all', 'weighted', 'dynamic'] as const
type Kind = (typeof kinds)[number]

export function Dividends() {
  const t = useText()
  const [kind, setKind] = useState<Kind>('all')
  return (
    <>
      <Filters
        label={t('invest.dividend_kind')}
        options={kinds.map((value) => ({ value, label: t(`invest.dividend.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <DividendList key={kind} kind={kind} />
    </>
  )
}

function DividendList({ kind }: { kind: Kind }) {
  const t = useText()
  const dividends = useReadPages(listDividends, { kind })
  return (
    <Pages
      pages={dividends}
      label={t('invest.logs.dividend')}
      empty={t('invest.dividend_empty')}
      row={(dividend) => (
        <Row
          key={dividend.id}
          mark={
            <RowIcon>
              <Icon name={dividend.orderId === null ? 'team' : 'invest'} size={20} />
            </RowIcon>
          }
          title={t(recordText('USDT', dividend.code))}
          note={showMoment(dividend.at)}
          end={<AmountText value={dividend.amount} coin="USDT" signed own />}
          {...(dividend.orderId === null
            ? {}
            : { to: '/pages/invest/detail' as const, query: { id: String(dividend.orderId) } })}
        />
      )}
    />
  )
}
