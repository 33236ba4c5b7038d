import { type ComponentProps, lazy, Suspense } from 'react'
import { useText } from '#ui/texts.ts'

type Props = { readonly error: string | undefined; readonly onRetry: () => unknown }

/** Asked for as soon as the first screen stands: where the network fails it must be there. */
export const fetchFailed = () => import('./FailedScreen.tsx').then(({ FailedScreen }) => ({ default: FailedScreen }))

const Fetched = lazy(() => fetchFailed().catch(() => ({ default: Plain })))

/** Where not even the screen of failures could be fetched. */
function Plain({ error, onRetry }: Props) {
  const t = useText()
  return (
    <main className="grid gap-4 p-4 text-center" role="alert">
      {error ?? t('state.unreachable')}
      <button type="button" className="text-accent-ink" onClick={onRetry}>
        {t('state.retry')}
      </button>
    </main>
  )
}

export const Failed = (props: ComponentProps<typeof Plain>) => (
  <Suspense>
    <Fetched {...props} />
  </Suspense>
)
