import { ButtonLink } from '#ui/Button.tsx'
import { Heading } from '#ui/Facts.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { IncomeCard } from './IncomeCard.tsx'
import { IncomeList } from './IncomeList.tsx'
import { listIncomes, loadTeamSummary } from './team.contract.ts'

export function InvitationIncomeScreen() {
  const t = useText()
  const summary = useRead(loadTeamSummary, {})
  return (
    <Screen
      title={t('title.profit_invite')}
      up="/pages/profit/index"
      onRefresh={() => readAgain(loadTeamSummary, listIncomes)}
    >
      <ReadState read={summary}>
        {(data) => (
          <>
            <IncomeCard summary={data} source="invitation" />
            <ButtonLink to="/pages/invite/index" look="quiet" icon="qr">
              {t('title.invite')}
            </ButtonLink>
            <Heading>{t('income.list')}</Heading>
            <IncomeList income="invitation" />
          </>
        )}
      </ReadState>
    </Screen>
  )
}
