import type { IncomeSource } from '#team/rewards/income-sources.ts'
import { useReadPages } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Pages, Row } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { sayIfKnown, useText } from '#ui/text/texts.ts'
import { listIncomes } from './team.contract.ts'

export function IncomeList({ income }: { income: Exclude<IncomeSource, 'mining'> | 'power' }) {
  const t = useText()
  const pages = useReadPages(listIncomes, { income })
  const idOf = (code: number) => (income === 'power' ? `power_record.${code}` : `record.${code}`)
  return (
    <Pages
      pages={pages}
      label={t(`income.${income}`)}
      empty={t('income.empty')}
      row={(paid) => (
        <Row
          key={paid.id}
          mark={<CoinIcon asset={paid.coin} size={36} />}
          title={sayIfKnown(idOf(paid.code)) ?? String(paid.code)}
          note={showMoment(paid.at)}
          end={<AmountText value={paid.amount} coin={paid.coin} signed own className="text-up" />}
          to="/pages/wallet/info"
          query={{ id: paid.id }}
          arrow={false}
        />
      )}
    />
  )
}
