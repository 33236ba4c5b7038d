import type { Path } from '#ui/navigation.ts'

type GoLive = (homePath: Path) => void
let given: GoLive | undefined

/** Hands over what follows events, where it came in the same piece as a screen: nothing is fetched for it then. */
export function giveLive(goLive: GoLive): void {
  given = goLive
}

/** What follows events, if it came already. */
export const givenLive = (): GoLive | undefined => given
