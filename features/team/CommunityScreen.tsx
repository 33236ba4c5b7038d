import { useState } from 'react'
import { readAgain, useRead } from '#ui/call/use-call.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { FactGrid, Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import { IncomeCard } from './IncomeCard.tsx'
import { IncomeList } from './IncomeList.tsx'
import { StarAssessment } from './StarAssessment.tsx'
import { listIncomes, loadTeamSummary } from './team.contract.ts'
import { AsOf, CountText, type Summary } from './team-texts.tsx'

export function CommunityScreen() {
  const t = useText()
  const summary = useRead(loadTeamSummary, {})
  const [shown, setShown] = useState<'team' | 'power'>('team')
  return (
    <Screen
      title={t('title.community')}
      up="/pages/profit/index"
      onRefresh={() => readAgain(loadTeamSummary, listIncomes)}
    >
      <ReadState read={summary}>
        {(data) => (
          <>
            <IncomeCard summary={data} source="team" />
            <OfInvited summary={data} />
            <StarAssessment summary={data} />
            <TeamFacts summary={data} />
            <Heading>{t('income.list')}</Heading>
            <Segmented
              label={t('income.list')}
              value={shown}
              onChange={setShown}
              options={[
                { value: 'team', label: t('income.coins') },
                { value: 'power', label: t('income.power') },
              ]}
            />
            <IncomeList income={shown} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function OfInvited({ summary: { incomes } }: { summary: Summary }) {
  const t = useText()
  const income = incomes.find(({ source }) => source === 'invitation')
  return (
    <List label={t('income.invitation')}>
      <Row
        mark={
          <RowIcon>
            <Icon name="send" />
          </RowIcon>
        }
        title={t('income.invitation')}
        end={<AmountText value={income?.value} coin="USDT" worth about own />}
        to="/pages/profit/invite"
      />
    </List>
  )
}

function TeamFacts({ summary: { team, power, asOf } }: { summary: Summary }) {
  const t = useText()
  return (
    <>
      <Heading>{t('team.own')}</Heading>
      <FactGrid
        facts={[
          { label: t('team.members'), value: <CountText count={team.members} /> },
          { label: t('team.effective'), value: <CountText count={team.effective} /> },
          {
            label: t('team.performance'),
            value: <AmountText value={team.performance} coin="USDT" worth about={team.rounded} own />,
          },
          {
            label: t('star.small_area'),
            value: <AmountText value={team.smallArea} coin="USDT" worth about={team.rounded} own />,
          },
          {
            label: t('team.largest'),
            value: <AmountText value={team.largestDepartment} coin="USDT" worth about={team.rounded} own />,
          },
          {
            label: t('team.week'),
            value: <AmountText value={team.weekPerformance} coin="USDT" worth about={team.rounded} own />,
          },
          {
            label: t('team.week_net'),
            value: <AmountText value={team.weekNetDeposit} coin="USDT" worth about={team.rounded} own />,
          },
          {
            label: t('team.week_wld'),
            value: <AmountText value={team.weekWldWithdrawal} coin="WLD" about={team.rounded} own />,
          },
          { label: t('team.power'), value: <AmountText value={power.amount} coin="POWER" own /> },
          { label: t('team.power_today'), value: <AmountText value={power.today} coin="POWER" own /> },
        ]}
      />
      {team.rounded && <p className="text-caption text-ink-3">{t('member.rounded')}</p>}
      <AsOf at={asOf} />
    </>
  )
}
