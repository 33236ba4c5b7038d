import { networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { List, Row } from '#ui/shell/List.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { companyStatus } from './status.contract.ts'

type Incident = OutputOf<typeof companyStatus>['incidents'][number]

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const t = useText()
  if (incidents.length === 0) return <p className="text-small text-ink-3">{t('status.incidents_none')}</p>
  return (
    <List label={t('status.incidents')}>
      {incidents.map((incident) => (
        <IncidentRow
          key={`${incident.kind} ${incident.chain} ${incident.coin} ${incident.since}`}
          incident={incident}
        />
      ))}
    </List>
  )
}

function IncidentRow({ incident }: { incident: Incident }) {
  const t = useText()
  const { kind, chain, coin, halts, since, until } = incident
  const where = [chain && networkName(chain), coin].filter(Boolean).join(' · ')
  return (
    <Row
      title={t(`status.kind.${kind}`)}
      note={where}
      end={until === null ? <Chip tone="neg">{t('status.still')}</Chip> : undefined}
      foot={
        <span className="grid text-small text-ink-2">
          <span>
            {until === null
              ? showMoment(since)
              : t('status.from_to', { from: showMoment(since), until: showMoment(until) })}
          </span>
          {halts && <span>{t('status.halted')}</span>}
        </span>
      }
    />
  )
}
