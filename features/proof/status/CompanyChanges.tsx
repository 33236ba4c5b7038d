import type { OutputOf } from '#kit/wire/contract.ts'
import type { useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Pages, Row } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { listCompanyChanges } from './status.contract.ts'
import { type StoppedCoins, stoppedCoins } from './stopped-coins.ts'

type Change = OutputOf<typeof listCompanyChanges>['items'][number]
type Props = { readonly pages: ReturnType<typeof useReadPages<typeof listCompanyChanges>> }

export function CompanyChanges({ pages }: Props) {
  const t = useText()
  return (
    <>
      <Heading>{t('changes.own')}</Heading>
      <p className="text-small text-ink-3">{t('status.own_note')}</p>
      <Pages
        pages={pages}
        label={t('changes.own')}
        empty={t('status.own_none')}
        row={(change) => <ChangeRow key={change.id} change={change} />}
      />
      <ButtonLink look="quiet" to="/pages/proof/changes">
        {t('title.changes')}
      </ButtonLink>
    </>
  )
}

function ChangeRow({ change }: { change: Change }) {
  const t = useText()
  const { at, setting, value, reason } = change
  const stopped = stoppedCoins(change)
  return (
    <Row
      title={
        stopped === undefined ? (
          <span dir="auto">{`${setting}: ${value}`}</span>
        ) : stopped.length > 0 ? (
          t('status.sales_closed')
        ) : (
          t('status.sales_open')
        )
      }
      note={showMoment(at)}
      foot={
        <span className="grid gap-1 text-small">
          {stopped?.map((each) => (
            <Stopped key={each.why} {...each} />
          ))}
          <span lang="en" dir="auto" className="text-ink-3 [overflow-wrap:anywhere]">
            {reason}
          </span>
        </span>
      }
    />
  )
}

function Stopped({ why, coins }: StoppedCoins) {
  const t = useText()
  return (
    <span className="text-ink-2">
      <bdi>{coins.join(', ')}</bdi> · {why === 'reserves' ? t('status.kind.uncovered') : t('status.proof_failed')}
    </span>
  )
}
