import { networkName } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText, CodeText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showCount, showDay, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { ChainNote } from '../ChainNote.tsx'
import { hostOf } from '../checks/ask-node.ts'
import { proofSummary } from '../proof.contract.ts'
import { CompanyChanges } from './CompanyChanges.tsx'
import { Hot } from './Hot.tsx'
import { Incidents } from './Incidents.tsx'
import { behindOf } from './newest-block.ts'
import { companyStatus, listCompanyChanges } from './status.contract.ts'
import { useNewestBlocks } from './use-newest-blocks.tsx'
import { Waiting } from './Waiting.tsx'

type Status = OutputOf<typeof companyStatus>

const againMs = 30_000

export function StatusScreen() {
  const t = useText()
  const status = useRead(companyStatus, {}, { everyMs: againMs })
  const proof = useRead(proofSummary, {})
  const changes = useReadPages(listCompanyChanges, {})
  const refresh = () => Promise.all([status.refetch(), proof.refetch(), changes.refetch()])
  return (
    <Screen title={t('title.status')} up="/pages/proof/index" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('status.intro')}</p>
      <ReadState read={status}>
        {({ networks, waiting, withdrawals, hot, compared, latest, incidents }) => (
          <>
            <Now open={incidents.filter(({ until }) => until === null).length} />
            <Networks networks={networks} />
            <Waiting waiting={waiting} withdrawals={withdrawals} />
            <Hot hot={hot} />
            <Compared compared={compared} />
            <Heading>{t('status.proof')}</Heading>
            {latest ? <Proof latest={latest} /> : <p className="text-small text-ink-3">{t('proof.none')}</p>}
            {proof.data?.latest && <ChainNote statement={proof.data.latest} />}
            <ButtonLink look="quiet" to="/pages/proof/index">
              {t('proof.all')}
            </ButtonLink>
            <Heading>{t('status.incidents')}</Heading>
            <Incidents incidents={incidents} />
            <CompanyChanges pages={changes} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Now({ open }: { open: number }) {
  const t = useText()
  return (
    <div role="status">
      {open > 0 ? (
        <Note tone="neg">{t('status.open', { count: showCount(open) })}</Note>
      ) : (
        <Note tone="accent">{t('status.fine')}</Note>
      )}
    </div>
  )
}

function Networks({ networks }: Pick<Status, 'networks'>) {
  const t = useText()
  const asked = useNewestBlocks(networks)
  if (networks.length === 0) return null
  return (
    <>
      <Heading>{t('status.networks')}</Heading>
      <List label={t('status.networks')}>
        {networks.map((network) => {
          const { chain, head, headAt } = network
          const behind = behindOf(network, asked.get(chain))
          return (
            <Row
              key={chain}
              title={networkName(chain)}
              note={headAt && t('status.block', { block: showCount(head), moment: showMoment(headAt) })}
              end={behind ? t('status.behind', { count: showCount(behind.blocks) }) : '—'}
              foot={
                <span className="text-small text-ink-3">
                  {behind?.isRead ? (
                    <>
                      {t('status.head_read')} · <bdi>{hostOf(network.node)}</bdi>
                    </>
                  ) : (
                    t('status.said')
                  )}
                </span>
              }
            />
          )
        })}
      </List>
    </>
  )
}

function Compared({ compared }: Pick<Status, 'compared'>) {
  const t = useText()
  if (compared.length === 0) return null
  return (
    <>
      <Heading>{t('status.compared')}</Heading>
      <List label={t('status.compared')}>
        {compared.map(({ chain, coin, block, there, expected, equal, at }) => (
          <Row
            key={`${chain} ${coin}`}
            title={`${coin} · ${networkName(chain)}`}
            note={t('status.block', { block: showCount(block), moment: showMoment(at) })}
            end={<AmountText value={there} coin={coin} />}
            endNote={
              equal ? (
                t('status.equal')
              ) : (
                <span className="text-neg">
                  {t('status.differs')} <AmountText value={expected} coin={coin} />
                </span>
              )
            }
          />
        ))}
      </List>
    </>
  )
}

function Proof({ latest }: { latest: NonNullable<Status['latest']> }) {
  const t = useText()
  const { day, root } = latest
  return (
    <Card className="grid gap-1 p-4 text-small">
      <p className="font-semi">{showDay(day)}</p>
      <p className="flex items-center gap-2 text-ink-2">
        <span className="flex-1">
          {t('proof.root')} <CodeText value={root} short />
        </span>
        <CopyButton value={root} label={t('changes.copy', { what: t('proof.root') })} />
      </p>
    </Card>
  )
}
