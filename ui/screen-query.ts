import { createContext, useContext } from 'react'
import { changeQuery, type Path, type Query } from './navigation.ts'

/** Parameters of the displayed screen, kept while the next screen loads. */
export const ScreenQuery = createContext<Query>({})

/** `const { coin } = useQueryOfScreen()` on "#/pages/wallet/token?coin=USDT". */
export const useQueryOfScreen = (): Query => useContext(ScreenQuery)

export const UpOfScreen = createContext<Path | undefined>(undefined)

type Change = typeof changeQuery
/** Set for a side screen in a wide window: its parameters stay out of the address bar. */
export const BesideScreen = createContext<Change | undefined>(undefined)

export const useChangeQuery = (): Change => useContext(BesideScreen) ?? changeQuery
