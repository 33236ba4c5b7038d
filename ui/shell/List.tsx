import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../form/Button.tsx'
import { Icon } from '../picture/Icon.tsx'
import { AsOf, EmptyState, ErrorState, SkeletonRows } from '../show/State.tsx'
import { useText } from '../text/texts.ts'
import { Link } from './Link.tsx'
import type { Path, Query } from './navigation.ts'

export const Card = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <section className={`rounded-card bg-surface shadow-card ${className}`}>{children}</section>
)

export const List = ({ children, label }: { children: ReactNode; label?: string }) => (
  <div className="rounded-card bg-surface px-4 py-1 shadow-card">
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  </div>
)

type RowProps = {
  readonly mark?: ReactNode
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly end?: ReactNode
  readonly endNote?: ReactNode
  /** Full-width content that does not fit in a narrow row. */
  readonly foot?: ReactNode
  readonly to?: Path
  readonly query?: Query
  readonly onPress?: () => void
  readonly href?: string
  readonly arrow?: boolean
}

export function Row({ mark, title, note, end, endNote, foot, to, query, onPress, href, arrow }: RowProps) {
  const pressable = Boolean(to || onPress || href)
  // Large text moves the value to a separate line.
  const shape = 'flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-start'
  const words = (
    <>
      <span className="min-w-0 flex-[1_1_5rem] [overflow-wrap:anywhere]">
        <span className="block font-semi leading-snug">{title}</span>
        {note && <span className="block text-small text-ink-3">{note}</span>}
      </span>
      {(end !== undefined || endNote) && (
        <span className="ms-auto max-w-[min(100%,max(60%,14rem))] flex-none text-end">
          <span className="block font-semi leading-snug">{end}</span>
          {endNote && <span className="block text-small text-ink-3">{endNote}</span>}
        </span>
      )}
    </>
  )
  const inside = (
    <>
      {mark}
      {foot ? (
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap gap-x-3 gap-y-1">{words}</span>
          {foot}
        </span>
      ) : (
        words
      )}
      {pressable && arrow !== false && (
        <span className="-me-1 text-ink-3">
          <Icon name={href ? 'open' : 'next'} size={18} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} {...(query ? { query } : {})} className={shape}>
          {inside}
        </Link>
      ) : href ? (
        <a href={href} target="_blank" rel="noreferrer" className={shape}>
          {inside}
        </a>
      ) : onPress ? (
        <button type="button" className={shape} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <div className={shape}>{inside}</div>
      )}
    </li>
  )
}

export const RowIcon = ({
  children,
  tone = 'accent',
}: {
  children: ReactNode
  tone?: 'accent' | 'plain' | 'neg' | 'warn'
}) => {
  const tones = {
    accent: 'bg-accent-soft text-accent-ink',
    plain: 'bg-inset text-ink-2',
    neg: 'bg-neg-soft text-neg',
    warn: 'bg-warn-soft text-warn',
  }
  return <span className={`grid size-10 flex-none place-items-center rounded-control ${tones[tone]}`}>{children}</span>
}

type PagesProps<Item> = {
  readonly pages: {
    readonly items: Item[] | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly dataUpdatedAt: number
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): Promise<unknown>
    refetch(): Promise<unknown>
  }
  readonly label: string
  readonly empty: ReactNode
  readonly row: (item: Item) => ReactNode
  readonly apart?: boolean
}

/** Infinite list for results of `useReadPages`. */
export function Pages<Item>({ pages, label, empty, row, apart = false }: PagesProps<Item>) {
  const t = useText()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    const element = end.current
    if (!element || !hasNextPage) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (pages.items === undefined)
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.refetch} /> : <SkeletonRows />
  if (pages.items.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <div className="grid gap-3">
      <AsOf read={pages} />
      {apart ? (
        <ul className="grid gap-3" aria-label={label}>
          {pages.items.map(row)}
        </ul>
      ) : (
        <List label={label}>{pages.items.map(row)}</List>
      )}
      <div ref={end}>
        {hasNextPage && (
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
      </div>
    </div>
  )
}
