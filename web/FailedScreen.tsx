import { currentLocation } from '#ui/navigation.ts'
import { Screen } from '#ui/Screen.tsx'
import { ErrorState } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { homePath, missing, routes } from './routes.ts'

type Props = {
  /** Words, or undefined where the screen could not be fetched. */
  readonly error: string | undefined
  readonly onRetry: () => unknown
}

/** Stands where a screen could not: under its name, with the way back and a way to try again. */
export function FailedScreen({ error, onRetry }: Props) {
  const t = useText()
  const route = routes[currentLocation().path] ?? missing
  return (
    <Screen title={t(route.title)} {...(route.tab ? {} : { up: homePath })}>
      <ErrorState error={error} onRetry={onRetry} />
    </Screen>
  )
}
