import { useEffect, useMemo, useState } from 'react'
import type { QueueLogRow } from '#products/reservations/queue-log.ts'
import { placeOf, waitingOf } from '#products/reservations/queue-places.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { List, Pages, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Facts, Heading, Note, RightNote } from '#ui/show/Facts.tsx'
import { AmountText, CodeText, Num } from '#ui/text/AmountText.tsx'
import { showCount, showUtcDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { NamedLine } from '../NamedLine.tsx'
import { proofSummary } from '../proof.contract.ts'
import { listQueueLog } from './queue.contract.ts'
import { type CheckedQueue, useCheckedQueue } from './use-checked-queue.tsx'

/** Number of rows loaded automatically. Logs up to this length are fully checked. */
const fetchedMost = 500

/** `rank` comes from the server; null once the order left the queue. */
export type OwnOrder = { readonly orderId: number; readonly rank: number | null }
type QueueProps = {
  readonly own?: readonly OwnOrder[] | undefined
  onRefresh?(): Promise<unknown>
}

export function QueueScreen({ own = [], onRefresh }: QueueProps) {
  const t = useText()
  const log = useReadPages(listQueueLog, {})
  const proof = useRead(proofSummary, {})
  const { items, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  const latest = proof.data?.latest
  const found = useCheckedQueue(items, latest)
  // The previously kept row is on a later page and unchecked until the chain reaches it.
  const goesOn = found.is === 'right' && !found.reached
  const checked: CheckedQueue = goesOn ? { is: log.error ? 'unchecked' : 'checking' } : found
  const isWhole = checked.is === 'right' && checked.isWhole
  const waiting = useMemo(() => (isWhole ? waitingOf([...(items ?? [])].reverse()) : []), [isWhole, items])
  const places = own.map((order) => ({ ...order, found: placeOf(waiting, order.orderId) }))
  const isMoved = isWhole && places.some(({ rank, found }) => (rank ?? undefined) !== found)
  const refresh = () => Promise.all([log.refetch(), proof.refetch(), onRefresh?.()])
  const isTwice = useSecondLook(checked.is === 'wrong_head' || isMoved, refresh)
  const isMore = hasNextPage && !isFetchingNextPage && !log.error && (goesOn || (items?.length ?? 0) < fetchedMost)
  useEffect(() => {
    if (isMore) void fetchNextPage()
  }, [isMore, fetchNextPage])
  return (
    <Screen title={t('title.queue')} up="/pages/proof/index" onRefresh={refresh}>
      <p className="text-small text-ink-3">{t('queue.log_about')}</p>
      {items && (
        <CheckNote checked={checked.is === 'wrong_head' && !isTwice ? { is: 'checking' } : checked} rows={items} />
      )}
      {checked.is === 'right' && checked.named && <NamedLine line={checked.named.line} />}
      {isWhole && <OwnPlaces places={places} isMoved={isMoved && isTwice} />}
      {waiting.map(({ productId, orders }) => (
        <section key={productId} className="grid gap-3">
          <Heading>{t('queue.waiting', { id: String(productId) })}</Heading>
          <List label={t('queue.waiting', { id: String(productId) })}>
            {orders.map(({ orderId, at, amount, coin }, place) => (
              <Row
                key={orderId}
                mark={<Num>{place + 1}</Num>}
                title={t('queue.order', { id: String(orderId) })}
                note={showUtcDay(at)}
                end={<AmountText value={amount} coin={coin} about />}
              />
            ))}
          </List>
        </section>
      ))}
      {items && items.length > 0 && <Heading>{t('queue.log')}</Heading>}
      <Pages
        pages={log}
        label={t('queue.log')}
        empty={t('queue.log_empty')}
        row={(row) => (
          <Row
            key={row.id}
            title={t('queue.log_row', { id: String(row.orderId), change: t(`queue.change.${row.change}`) })}
            note={
              <>
                {showUtcDay(row.at)}
                <span className="block text-caption">
                  {t('changes.line', { line: showCount(row.id) })} <CodeText value={row.hash} short />
                </span>
              </>
            }
            end={<AmountText value={row.amount} coin={row.coin} about />}
          />
        )}
      />
    </Screen>
  )
}

/** Refetches before reporting an error, because two responses may be from different moments. @returns whether it refetched */
function useSecondLook(isWrong: boolean, look: () => Promise<unknown>): boolean {
  const [isDone, setDone] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks once when something became wrong, not whenever the screen is drawn.
  useEffect(() => {
    if (isWrong) void look().finally(() => setDone(true))
    else setDone(false)
  }, [isWrong])
  return isDone
}

function CheckNote({ checked, rows }: { checked: CheckedQueue; rows: readonly QueueLogRow[] }) {
  const t = useText()
  if (checked.is === 'checking' || checked.is === 'unchecked')
    return (
      <div role="status">
        <Note tone={checked.is === 'checking' ? 'plain' : 'warn'}>{t(`changes.${checked.is}`)}</Note>
      </div>
    )
  if (checked.is !== 'right')
    return (
      <div role="alert">
        <Note tone="neg">
          {checked.is === 'wrong_row' ? t('queue.log_fault', { id: showCount(checked.id) }) : t('changes.wrong_head')}
        </Note>
      </div>
    )
  const [from, to] = [showCount(rows.at(-1)?.id ?? 0), showCount(rows[0]?.id ?? 0)]
  return (
    <div role="status">
      <RightNote>{checked.isWhole ? t('queue.log_whole') : t('queue.log_part', { from, to })}</RightNote>
    </div>
  )
}

function OwnPlaces({ places, isMoved }: OwnPlacesProps) {
  const t = useText()
  const waiting = places.filter(({ found, rank }) => found !== undefined || rank !== null)
  if (waiting.length === 0) return null
  return (
    <>
      {isMoved && (
        <div role="alert">
          <Note tone="neg">{t('queue.own_wrong')}</Note>
        </div>
      )}
      <Facts
        facts={waiting.map(({ orderId, found }) => ({
          label: t('queue.own', { id: String(orderId) }),
          value: found === undefined ? '—' : <Num>{found}</Num>,
          strong: true,
        }))}
      />
    </>
  )
}
type OwnPlacesProps = {
  readonly places: readonly (OwnOrder & { readonly found: number | undefined })[]
  readonly isMoved: boolean
}
