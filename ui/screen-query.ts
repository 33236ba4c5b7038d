import { createContext, useContext } from 'react'
import type { Query } from './navigation.ts'

/** The parameters of the screen that is shown. They stay while the next one is being fetched. */
export const ScreenQuery = createContext<Query>({})

/** `const { coin } = useQueryOfScreen()` on "#/pages/wallet/token?coin=USDT". */
export const useQueryOfScreen = (): Query => useContext(ScreenQuery)
