import { networkName } from '#kit/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountText, CodeText, Num } from '#ui/AmountText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Heading, Note } from '#ui/Facts.tsx'
import { showCount, showDay, showMoment, showPercent } from '#ui/format.ts'
import { Card, List, Row } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { ChainNote } from '../ChainNote.tsx'
import { proofSummary } from '../proof.contract.ts'
import { Incidents } from './Incidents.tsx'
import { behindOf } from './newest-block.ts'
import { houseStatus } from './status.contract.ts'
import { useNewestBlocks } from './use-newest-blocks.tsx'

type Status = OutputOf<typeof houseStatus>

/** Read again as often while the screen is open. */
const againMs = 30_000

/** Whether everything is in order, and what was not: what this device read itself, and what only the house says. */
export function StatusScreen() {
  const t = useText()
  const status = useRead(houseStatus, {}, { everyMs: againMs })
  const proof = useRead(proofSummary, {})
  const refresh = () => Promise.all([status.refetch(), proof.refetch()])
  return (
    <Screen title={t('title.status')} up="/pages/proof/index" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('status.intro')}</p>
      <ReadState read={status}>
        {({ networks, waiting, hot, compared, latest, incidents }) => (
          <>
            <Now open={incidents.filter(({ until }) => until === null).length} />
            <Networks networks={networks} />
            <Waiting waiting={waiting} />
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
              endNote={t(behind?.isRead ? 'status.read' : 'status.said')}
            />
          )
        })}
      </List>
    </>
  )
}

function Waiting({ waiting }: Pick<Status, 'waiting'>) {
  const t = useText()
  return (
    <>
      <Heading>{t('status.waiting')}</Heading>
      {waiting.length === 0 ? (
        <p className="text-small text-ink-3">{t('status.waiting_none')}</p>
      ) : (
        <List label={t('status.waiting')}>
          {waiting.map(({ state, count, since, reasons }) => (
            <Row
              key={state}
              title={t(`status.state.${state}`)}
              note={t('status.since', { moment: showMoment(since) })}
              end={<Num>{showCount(count)}</Num>}
              foot={
                <span className="text-small text-ink-2">
                  {reasons.length === 0
                    ? t('status.turn')
                    : new Intl.ListFormat(document.documentElement.lang).format(
                        reasons.map((reason) => t(`status.reason.${reason}`)),
                      )}
                </span>
              }
            />
          ))}
        </List>
      )}
    </>
  )
}

function Hot({ hot }: Pick<Status, 'hot'>) {
  const t = useText()
  if (hot.length === 0) return null
  return (
    <>
      <Heading>{t('status.hot')}</Heading>
      <List label={t('status.hot')}>
        {hot.map(({ chain, coin, there, owed, ratio, at }) => (
          <Row
            key={`${chain} ${coin}`}
            title={`${coin} · ${networkName(chain)}`}
            note={showMoment(at)}
            end={<AmountText value={there} coin={coin} />}
            endNote={
              ratio === null ? (
                t('status.owed_none')
              ) : (
                <span className={Number(ratio) < 1 ? 'text-neg' : ''}>
                  {t('status.owed', { percent: showPercent(ratio) })} <AmountText value={owed} coin={coin} />
                </span>
              )
            }
          />
        ))}
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
