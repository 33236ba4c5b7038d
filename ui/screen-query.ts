import { createContext, useContext } from 'react'
import { changeQuery, type Path, type Query } from './navigation.ts'

/** The parameters of the screen that is shown. They stay while the next one is being fetched. */
export const ScreenQuery = createContext<Query>({})

/** `const { coin } = useQueryOfScreen()` on "#/pages/wallet/token?coin=USDT". */
export const useQueryOfScreen = (): Query => useContext(ScreenQuery)

/** Where the screen that is shown leads back to; around a screen, where it leads unless it names a place itself. */
export const UpOfScreen = createContext<Path | undefined>(undefined)

type Change = typeof changeQuery
/** Set around a screen that stands beside the one of the address, in a wide window: its parameters change there, not in the address. */
export const BesideScreen = createContext<Change | undefined>(undefined)

/** How a screen changes its own parameters: a filter, a tab. See `changeQuery`. */
export const useChangeQuery = (): Change => useContext(BesideScreen) ?? changeQuery
