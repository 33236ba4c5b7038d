import type { Path } from '#ui/shell/navigation.ts'

type GoLive = (homePath: Path) => void
let given: GoLive | undefined

export function giveLive(goLive: GoLive): void {
  given = goLive
}

export const givenLive = (): GoLive | undefined => given
