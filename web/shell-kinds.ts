import type { Area } from '#locales/keys.ts'

/** What may stand in the page before any script runs (BootShell.tsx). */
export type Kind = 'start' | 'app' | 'guest' | 'login' | 'proof' | 'reserves'
/** Shells whose words stand in the page, in every language. */
export const kinds: readonly Kind[] = ['start', 'app', 'guest', 'login']
/** Shells whose words would make the page too large: the page has their names, and they come with the texts of the screen. */
export const namedKinds: readonly Kind[] = ['proof', 'reserves']

/** Screens that have a shell of their own, for whoever comes as a stranger. The start page and the places of a wallet are known by more. */
export const shellOf: Readonly<Record<string, Kind>> = {
  '/pages/index/index': 'guest',
  '/pages/login/index': 'login',
  '/pages/proof/index': 'proof',
  '/pages/proof/reserves': 'reserves',
}

/** What shells say. */
export const shellAreas: readonly Area[] = ['core', 'onboarding']
