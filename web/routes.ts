import type { ComponentType } from 'react'
import type { IconName } from '#ui/icons.ts'
import type { Area, TextId } from '#ui/texts.ts'

type Route = {
  /** Fetches the screen: one chunk a screen. */
  readonly load: () => Promise<ComponentType>
  readonly title: TextId
  /** What the screen says beside `core`: folders of locales/. */
  readonly areas: readonly Area[]
  /** Who may see it: anyone when left out · `session` only who is signed in · `guest` only who is not. */
  readonly guard?: 'session' | 'guest'
  /** A place in the bottom menu, in the order of this table. */
  readonly tab?: { readonly icon: IconName; readonly label: TextId }
}

/** Every screen, a line each, under the spec's path. */
const table = {
  '/': {
    load: async () => (await import('./screens/StartScreen.tsx')).StartScreen,
    title: 'title.start',
    areas: ['onboarding'],
    guard: 'guest',
  },
  '/pages/start/index': {
    load: async () => (await import('./screens/StartScreen.tsx')).StartScreen,
    title: 'title.start',
    areas: ['onboarding'],
    guard: 'guest',
  },
  '/pages/login/index': {
    load: async () => (await import('#features/onboarding/LoginScreen.tsx')).LoginScreen,
    title: 'title.login',
    areas: ['onboarding'],
  },
  '/pages/index/index': {
    load: async () => (await import('./screens/HomeScreen.tsx')).HomeScreen,
    title: 'title.home',
    areas: ['home'],
    tab: { icon: 'home', label: 'tab.home' },
  },
} as const satisfies Record<string, Route>

export type RoutePath = keyof typeof table
export const routes: Readonly<Record<string, Route>> = table
export const homePath = '/pages/index/index'
export const signInPath = '/pages/login/index'

declare module '#ui/navigation.ts' {
  interface AppPaths extends Record<RoutePath, true> {}
}
