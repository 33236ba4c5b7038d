import { useState } from 'react'
import { useReadPages } from '#ui/call/use-call.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { listIncomes } from '../../investing.contract.ts'
import { ResultsCard } from '../../results/ResultsCard.tsx'
import { recordText } from './order-texts.tsx'

const kinds = ['coin', 'power'] as const
type Kind = (typeof kinds)[number]

export function Incomes() {
  const t = useText()
  const [kind, setKind] = useState<Kind>('coin')
  return (
    <>
      <ResultsCard />
      <Filters
        label={t('invest.income_kind')}
        options={kinds.map((value) => ({ value, label: t(`invest.income.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <IncomeList key={kind} kind={kind} />
    </>
  )
}

function IncomeList({ kind }: { kind: Kind }) {
  const t = useText()
  const incomes = useReadPages(listIncomes, { kind })
  return (
    <Pages
      pages={incomes}
      label={t('invest.logs.income')}
      empty={t('invest.income_empty')}
      row={(income) => (
        <Row
          key={income.id}
          mark={
            <RowIcon>
              <Icon name={kind === 'power' ? 'power' : 'invest'} size={20} />
            </RowIcon>
          }
          title={t(recordText(income.asset, income.code))}
          note={showMoment(income.at)}
          end={<AmountText value={income.amount} coin={income.asset} signed own />}
          endNote={income.reinvested ? t('invest.reinvested') : undefined}
          to="/pages/wallet/info"
          query={{ id: income.id }}
        />
      )}
    />
  )
}
