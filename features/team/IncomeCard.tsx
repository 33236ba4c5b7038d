import type { IncomeSource } from '#team/rewards/income-sources.ts'
import { Card } from '#ui/shell/List.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Summary } from './team-texts.tsx'

export function IncomeCard({ summary, source }: { summary: Summary; source: Exclude<IncomeSource, 'mining'> }) {
  const t = useText()
  const income = summary.incomes.find((each) => each.source === source)
  if (!income) return null
  return (
    <Card className="grid gap-3 p-4">
      <div>
        <h2 className="text-small text-ink-3">{t('income.total')}</h2>
        <p className="text-h1 font-bold leading-tight">
          <AmountText value={income.value} coin="USDT" worth about own />
        </p>
      </div>
      <Facts
        facts={[
          { label: t('income.today'), value: <AmountText value={income.today} coin="USDT" worth about own /> },
          ...income.coins.map(({ coin, amount }) => ({
            label: t('income.in_coin', { coin }),
            value: <AmountText value={amount} coin={coin} own />,
          })),
        ]}
      />
      <p className="text-small text-ink-3">{t(`income.why.${source}`)}</p>
    </Card>
  )
}
