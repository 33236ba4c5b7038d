import { type ReactNode, Suspense, useState } from 'react'
import { isCoin } from '#kit/amount/coins.ts'
import { readJson } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { useRead } from '#ui/call/use-call.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { EmptyState, ReadState, Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { CheckChip } from './answer/CheckChip.tsx'
import { progressOf } from './answer/checks.ts'
import { NetworkRows } from './answer/NetworkRows.tsx'
import { ProofAnswer } from './answer/ProofAnswer.tsx'
import { type OwnPart, onlyReported, proofChecks } from './answer/proof-checks.ts'
import type { CoveredCoin } from './figures/reserve-figures.ts'
import { useOwed } from './figures/use-owed.tsx'
import { useReserves } from './figures/use-reserves.tsx'
import { companyProof } from './proof.contract.ts'
import { proofReserves } from './reserves.contract.ts'

type Company = OutputOf<typeof companyProof>

type ProofScreenProps = {
  readonly own: OwnPart
  readonly onRefresh: () => Promise<unknown>
  /** Shown if the latest statement is outdated. @param epoch of that statement */
  readonly old: (epoch: string) => ReactNode
}

export function ProofScreen({ own, old, onRefresh }: ProofScreenProps) {
  const t = useText()
  const company = useRead(companyProof, {})
  const reserves = useRead(proofReserves, {})
  const owed = useOwed(company.data)
  const held = useReserves(reserves.data)
  const refresh = () => Promise.all([company.refetch(), reserves.refetch(), onRefresh()])
  const isRead = reserves.data !== undefined || reserves.error !== null
  const found = isRead ? held : 'waiting'
  const checks = company.data ? proofChecks(owed.checked.is, own, found) : []
  const sums = held?.sums
  return (
    <Screen title={t('title.proof')} up="/pages/index/index" onRefresh={refresh}>
      <ReadState read={company} skeleton={<Skeleton className="h-64 !rounded-hero" />}>
        {(data) =>
          data.latest ? (
            <>
              <ProofAnswer
                checks={checks}
                coins={sums?.is === 'right' ? sums.coins : isRead && !held ? null : undefined}
                expected={reserves.data?.items ?? []}
                own={own}
                reported={onlyReported(found)}
                old={old((readJson(data.latest.text) as Statement).epoch)}
              />
              <List label={t('proof.parts')}>
                <Row
                  mark={<Mark name="records" />}
                  title={t('proof.part.owed')}
                  note={
                    owed.checked.is === 'wrong'
                      ? t('proof.wrong', { detail: owed.checked.detail })
                      : t('proof.owed_note', { day: showDay(data.latest.day) })
                  }
                  foot={<CheckChip state={stateOf(checks, 'owed')} />}
                />
                {own.is !== 'out' && (
                  <Row
                    mark={<Mark name="user" />}
                    title={t('proof.part.mine')}
                    note={t('proof.mine_note')}
                    foot={<CheckChip state={stateOf(checks, 'mine')} />}
                    to="/pages/proof/mine"
                  />
                )}
                {held && (
                  <Row
                    mark={<Mark name="shield" />}
                    title={t('proof.part.held')}
                    note={sums?.is === 'wrong' ? t('proof.wrong', { detail: sums.detail }) : t('proof.held_note')}
                    foot={<CheckChip state={stateOf(checks, 'held')} />}
                    to="/pages/proof/reserves"
                  />
                )}
                {held && reserves.data && <NetworkRows data={reserves.data} found={held} />}
              </List>
              {sums?.is === 'waiting' && <SkeletonRows />}
              {sums?.is === 'right' && progressOf(checks).is !== 'wrong' && <CoinRows coins={sums.coins} />}
            </>
          ) : (
            <EmptyState>{t('proof.none')}</EmptyState>
          )
        }
      </ReadState>
      {!company.isPending && (
        <>
          <p className="text-small text-ink-3">{t('proof.intro')}</p>
          <Places own={own} />
          {company.data?.latest && <Details company={company.data} latest={company.data.latest} />}
        </>
      )}
    </Screen>
  )
}

const stateOf = (checks: ReturnType<typeof proofChecks>, name: string) =>
  checks.find((check) => check.name === name)?.state ?? 'waiting'

function CoinRows({ coins }: { coins: readonly CoveredCoin[] }) {
  const t = useText()
  return (
    <List label={t('proof.by_coin')}>
      {coins.map(({ coin, reserves, owed, ratio, covered }) => (
        <Row
          key={coin}
          mark={isCoin(coin) && <CoinIcon asset={coin} size={36} />}
          title={coin}
          note={
            <>
              {t('proof.part.held')} <AmountText value={reserves} />
              <br />
              {t('proof.part.owed')} <AmountText value={owed} />
            </>
          }
          end={
            <span className={`text-lead font-bold ${covered ? '' : 'text-neg'}`}>
              {ratio === null ? '—' : showPercent(ratio)}
            </span>
          }
        />
      ))}
    </List>
  )
}

function Places({ own }: { own: OwnPart }) {
  const t = useText()
  return (
    <List>
      {own.is === 'out' && (
        <Row
          mark={<Mark name="user" />}
          title={t('title.proof_mine')}
          note={t('proof.mine_note')}
          to="/pages/proof/mine"
        />
      )}
      <Row
        mark={<Mark name="shield" />}
        title={t('title.reserves')}
        note={t('proof.reserves_note')}
        to="/pages/proof/reserves"
      />
      <Row mark={<Mark name="invest" />} title={t('title.pools')} note={t('pools.note')} to="/pages/proof/pools" />
      <Row
        mark={<Mark name="records" />}
        title={t('title.changes')}
        note={t('proof.changes_note')}
        to="/pages/proof/changes"
      />
      <Row mark={<Mark name="clock" />} title={t('title.queue')} note={t('proof.queue_note')} to="/pages/proof/queue" />
      <Row
        mark={<Mark name="info" />}
        title={t('title.status')}
        note={t('proof.status_note')}
        to="/pages/proof/status"
      />
    </List>
  )
}

const Mark = ({ name }: { name: 'user' | 'records' | 'shield' | 'invest' | 'clock' | 'info' }) => (
  <RowIcon>
    <Icon name={name} size={20} />
  </RowIcon>
)

const ProofDetails = lazyExtra(async () => (await import('./answer/ProofDetails.tsx')).ProofDetails)

/** Nothing is fetched before the details are opened. */
function Details({ company, latest }: { company: Company; latest: NonNullable<Company['latest']> }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="press min-h-11 cursor-pointer content-center font-semi text-accent-ink">
        {t('proof.details')}
      </summary>
      {isOpen && (
        <Suspense fallback={<SkeletonRows />}>
          <ProofDetails company={company} latest={latest} />
        </Suspense>
      )}
    </details>
  )
}
