import { readAgain, useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
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
