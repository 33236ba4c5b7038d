import type { Area } from '#locales/keys.ts'

/** Prerendered shells (BootShell.tsx). */
export type Kind = 'start' | 'app' | 'guest' | 'login' | 'proof' | 'reserves' | 'product'
export const kinds: readonly Kind[] = ['start', 'app', 'guest', 'login']
/** Shells with texts too large for the page. They load with the screen's texts. */
export const namedKinds: readonly Kind[] = ['proof', 'reserves', 'product']

/** Screens with their own shell for first-time visitors. */
export const shellOf: Readonly<Record<string, Kind>> = {
  '/pages/index/index': 'guest',
  '/pages/login/index': 'login',
  '/pages/proof/index': 'proof',
  '/pages/proof/reserves': 'reserves',
  '/pages/invest/detail': 'product',
}

export const shellAreas: readonly Area[] = ['core', 'onboarding']
