import { readAgain, useRead, useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Pages } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useText } from '#ui/text/texts.ts'
import { MemberRow } from './MemberRow.tsx'
import { listDepartments, loadTeamSummary } from './team.contract.ts'
import { AsOf } from './team-texts.tsx'

export function ReferralsScreen() {
  const t = useText()
  const pages = useReadPages(listDepartments, {})
  const summary = useRead(loadTeamSummary, {})
  return (
    <Screen
      title={t('title.referrals')}
      up="/pages/my/settings"
      onRefresh={() => readAgain(listDepartments, loadTeamSummary)}
    >
      <ButtonLink to="/pages/invite/index" look="quiet" icon="qr">
        {t('title.invite')}
      </ButtonLink>
      <Pages
        pages={pages}
        label={t('title.referrals')}
        empty={t('member.none')}
        row={(member) => <MemberRow key={member.walletId} member={member} />}
      />
      {summary.data && <AsOf at={summary.data.asOf} />}
    </Screen>
  )
}
