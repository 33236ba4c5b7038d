import { currentBoot } from '#ui/shell/boot.ts'
import { back, currentLocation } from '#ui/shell/navigation.ts'
import { useOnline } from '#ui/shell/use-online.ts'
import { useText } from '#ui/text/texts.ts'
import { homePath, missing, routes } from '../routes.ts'
import { barOf, isTab } from '../tabs.ts'

type Props = {
  /** Undefined if the screen could not be loaded. */
  readonly error: string | undefined
  readonly onRetry: () => unknown
}

/** Needs no further files, because the network may be down. */
export function FailedScreen({ error, onRetry }: Props) {
  const t = useText()
  const isOnline = useOnline()
  const route = routes[currentLocation().path] ?? missing
  const button = 'press min-h-11 rounded-control px-5 font-semi text-accent-ink'
  return (
    <main className="screen mx-auto grid max-w-[480px] justify-items-center gap-4 px-4 pt-4 pb-28 text-center">
      <h1 tabIndex={-1} className="justify-self-start text-h1 font-semi leading-tight">
        {t(route.title)}
      </h1>
      <p role="alert" className="mt-8 text-ink-2">
        {isOnline ? (error ?? t('state.unreachable')) : t('state.offline')}
      </p>
      <button type="button" className={`${button} bg-accent-soft`} onClick={onRetry}>
        {t('state.retry')}
      </button>
      {!isTab(currentLocation().path, barOf(currentBoot())) && (
        <button type="button" className={button} onClick={() => back(homePath)}>
          {t('bar.back')}
        </button>
      )}
    </main>
  )
}
