import { readAgain, useRead } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { IncomeCard } from './IncomeCard.tsx'
import { IncomeList } from './IncomeList.tsx'
import { listIncomes, loadTeamSummary } from './team.contract.ts'
import type { Summary } from './team-texts.tsx'

export function PlatformScreen() {
  const t = useText()
  const summary = useRead(loadTeamSummary, {})
  return (
    <Screen
      title={t('title.platform')}
      up="/pages/profit/index"
      onRefresh={() => readAgain(loadTeamSummary, listIncomes)}
    >
      <ReadState read={summary}>
        {(data) => (
          <>
            <IncomeCard summary={data} source="platform" />
            <Heading>{t('budget.title')}</Heading>
            <p className="text-small text-ink-3">{t('budget.why')}</p>
            <Budget summary={data} />
            <Heading>{t('income.list')}</Heading>
            <IncomeList income="platform" />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Budget({ summary: { budget } }: { summary: Summary }) {
  const t = useText()
  if (budget.length === 0) return <EmptyState>{t('budget.empty')}</EmptyState>
  return (
    <List label={t('budget.title')}>
      {budget.map(({ coin, left, last }) => (
        <Row
          key={coin}
          mark={<CoinIcon asset={coin} size={36} />}
          title={coin}
          note={
            last === null
              ? undefined
              : t(last.given === last.due ? 'budget.whole' : 'budget.scaled', { day: showDay(last.day) })
          }
          end={<AmountText value={left} coin={coin} />}
          endNote={
            last === null ? undefined : (
              <span dir="ltr">
                <AmountText value={last.given} /> <span>/</span> <AmountText value={last.due} />
              </span>
            )
          }
        />
      ))}
    </List>
  )
}
