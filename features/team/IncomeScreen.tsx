import type { IncomeSource } from '#team/rewards/income-sources.ts'
import { readAgain, useRead } from '#ui/call/use-call.ts'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { useSession } from '#ui/session/session.ts'
import { Hero } from '#ui/shell/Hero.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText, signTone } from '#ui/text/AmountText.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { useText } from '#ui/text/texts.ts'
import { IncomeTrend } from './IncomeTrend.tsx'
import { loadTeamSummary, loadTrend } from './team.contract.ts'
import { CountText, StarChip, type Summary } from './team-texts.tsx'

const sources: readonly { source: IncomeSource; icon: IconName; to?: Path }[] = [
  { source: 'investment', icon: 'invest', to: '/pages/invest/logs' },
  { source: 'mining', icon: 'power', to: '/pages/mining/index' },
  { source: 'invitation', icon: 'send', to: '/pages/profit/invite' },
  { source: 'team', icon: 'team', to: '/pages/profit/community' },
  { source: 'platform', icon: 'globe', to: '/pages/profit/platform' },
  { source: 'fund', icon: 'records', to: '/pages/invest/logs' },
]

const typeOf: Partial<Record<IncomeSource, string>> = { investment: 'income', fund: 'dividend' }

export function IncomeScreen() {
  const t = useText()
  const summary = useRead(loadTeamSummary, {})
  return (
    <Screen title={t('title.profit')} up="/pages/index/index" onRefresh={() => readAgain(loadTeamSummary, loadTrend)}>
      <ReadState read={summary}>
        {(data) => (
          <>
            <Total summary={data} />
            <List label={t('income.sources')}>
              {sources.map((row) => (
                <SourceRow key={row.source} {...row} summary={data} />
              ))}
            </List>
            <IncomeTrend />
            <TeamLinks summary={data} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Total({ summary: { total, net, star } }: { summary: Summary }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const showOwn = useShowOwn()
  return (
    <Hero sealOf={walletId}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-small text-hero-ink-2">
        <h2>{t('income.net')}</h2>
        <StarChip star={star} />
      </div>
      <p className="mt-1 text-display font-bold leading-tight tracking-[-.02em]">
        <AmountText value={net.all} coin="USDT" own large worth signed />
      </p>
      <Fiat worth={net.all} className="text-lead font-semi" />
      <p className="mt-1 text-small text-hero-ink-2">
        {t('income.today')}{' '}
        <AmountText
          value={net.today}
          coin="USDT"
          signed
          own
          worth
          className={`font-semi ${signTone(net.today, { hero: true })}`}
        />
      </p>
      <p className="mt-1 text-caption text-hero-ink-2">{t('income.net_about')}</p>
      <p className="mt-1 text-caption text-hero-ink-2">
        {t('income.received', { all: showOwn(total.value), today: showOwn(total.today) })}
      </p>
      <FiatNote className="mt-1 text-hero-ink-2" />
      {!total.complete && <p className="mt-1 text-caption text-hero-ink-2">{t('income.partial')}</p>}
    </Hero>
  )
}

const nameOf = (source: IncomeSource) =>
  source === 'investment' ? 'income.own_net' : source === 'mining' ? 'title.mining' : (`income.${source}` as const)

type SourceRowProps = (typeof sources)[number] & { readonly summary: Summary }
function SourceRow({ source, icon, to, summary }: SourceRowProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const income = summary.incomes.find((each) => each.source === source)
  const isNet = source === 'investment'
  return (
    <Row
      mark={
        <RowIcon>
          <Icon name={icon} />
        </RowIcon>
      }
      title={t(nameOf(source))}
      note={
        <>
          {t('income.today')}{' '}
          {isNet ? (
            <AmountText
              value={summary.net.ordersToday}
              own
              worth
              signed
              className={signTone(summary.net.ordersToday)}
            />
          ) : (
            <AmountText value={income?.today} own worth />
          )}
        </>
      }
      end={
        isNet ? (
          <AmountText
            value={summary.net.orders}
            coin="USDT"
            own
            worth
            signed
            className={signTone(summary.net.orders)}
          />
        ) : (
          <AmountText value={income?.value} coin="USDT" own worth />
        )
      }
      foot={
        isNet &&
        income && (
          <span className="text-caption text-ink-3">
            {t('income.received', { all: showOwn(income.value), today: showOwn(income.today) })}
          </span>
        )
      }
      {...(to ? { to, ...(typeOf[source] ? { query: { type: typeOf[source] } } : {}) } : {})}
    />
  )
}

function TeamLinks({ summary: { team } }: { summary: Summary }) {
  const t = useText()
  const mark = (icon: IconName) => (
    <RowIcon tone="plain">
      <Icon name={icon} />
    </RowIcon>
  )
  return (
    <>
      <Heading>{t('team.own')}</Heading>
      <List label={t('team.own')}>
        <Row
          mark={mark('team')}
          title={t('title.referrals')}
          end={<CountText count={team.referrals} />}
          to="/pages/my/child"
        />
        <Row
          mark={mark('orb')}
          title={t('title.under')}
          end={<CountText count={team.members} />}
          to="/pages/profit/under"
        />
        <Row
          mark={mark('down')}
          title={t('team.week_net')}
          end={<AmountText value={team.weekNetDeposit} coin="USDT" worth own />}
          to="/pages/profit/community"
        />
        <Row mark={mark('qr')} title={t('title.invite')} to="/pages/invite/index" />
      </List>
    </>
  )
}
