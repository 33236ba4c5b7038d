import { type ReactNode, Suspense } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import type { Read } from '../call/use-call.ts'
import { useFailureText } from '../call/use-failure-text.ts'
import { Button } from '../form/Button.tsx'
import { Seal } from '../picture/Seal.tsx'
import { lazyExtra } from '../shell/lazy-extra.ts'
import { useOnline } from '../shell/use-online.ts'
import { showMoment } from '../text/format.ts'
import { useText } from '../text/texts.ts'
import { SupportFor } from './SupportFor.tsx'

/** Placeholder that appears after 200 ms (spec point 9) to avoid flicker. */
export const Skeleton = ({ className = 'h-5 w-32' }: { className?: string }) => (
  <div className={`skeleton ${className}`} />
)

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  const t = useText()
  return (
    <div className="rounded-card bg-surface px-4 py-1 shadow-card" role="status">
      <span className="sr-only">{t('state.loading')}</span>
      <div className="rows">
        {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
          <div key={key} className="flex min-h-17 items-center gap-3">
            <Skeleton className="size-11 !rounded-pill" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-3 w-16" />
            </div>
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    </div>
  )
}

type EmptyStateProps = { readonly children: ReactNode; readonly action?: ReactNode }
export const EmptyState = ({ children, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-4 px-6 py-12 text-center text-ink-3">
    <Seal id="empty" size={120} bare className="opacity-60" />
    <div>{children}</div>
    {action}
  </div>
)

const Nowhere = lazyExtra(async () => (await import('../shell/Nowhere.tsx')).Nowhere)

type ErrorStateProps = {
  readonly error: unknown
  readonly onRetry: () => unknown
}
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useText()
  const online = useOnline()
  const failure = useFailureText(typeof error === 'string' ? undefined : error)
  const text = typeof error === 'string' ? error : failure
  // A parameter of the screen is invalid, so retrying would not help.
  if (error instanceof CallFailure && /^field\.|missing$/.test(error.key))
    return (
      <Suspense>
        <Nowhere>{error.key.startsWith('field') ? undefined : (text ?? '')}</Nowhere>
      </Suspense>
    )
  return (
    <div className="grid justify-items-center gap-4 px-6 py-12 text-center" role="alert">
      <svg
        width="96"
        height="96"
        viewBox="0 0 100 100"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="text-neg"
        aria-hidden="true"
      >
        <path d="M62 12a40 40 0 1 1-24 0" strokeDasharray="3 3" />
        <path d="M50 8v18l-8 8h16l-8 10" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <p className="text-ink-2">{online ? text : t('state.offline')}</p>
      <Button look="quiet" compact icon="refresh" onClick={() => void onRetry()}>
        {t('state.retry')}
      </Button>
      <SupportFor failure={error} />
    </div>
  )
}

type AsOfProps = {
  readonly read: Pick<Read<unknown>, 'dataUpdatedAt' | 'error'> | undefined
  readonly className?: string
}
/** Age of the data if nothing newer is available: offline, after an error or from an earlier visit. */
export function AsOf({ read, className = 'text-ink-3' }: AsOfProps) {
  const t = useText()
  const online = useOnline()
  if (!read?.dataUpdatedAt || (online && !read.error && read.dataUpdatedAt > performance.timeOrigin)) return null
  return (
    <p className={`text-caption ${className}`}>
      {t('state.as_of', { time: showMoment(new Date(read.dataUpdatedAt).toISOString()) })}
    </p>
  )
}

type ReadStateProps<Data> = {
  readonly read: Read<Data>
  /** Placeholder with the content's height. Default: four rows. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}
export function ReadState<Data>({ read, skeleton, children }: ReadStateProps<Data>) {
  if (read.data === undefined)
    return read.error ? <ErrorState error={read.error} onRetry={read.refetch} /> : (skeleton ?? <SkeletonRows />)
  return (
    <>
      <AsOf read={read} />
      {children(read.data)}
    </>
  )
}
