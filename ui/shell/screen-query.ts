import { createContext, useContext } from 'react'
import { changeQuery, type Path, type Query } from './navigation.ts'

/** Parameters of the displayed screen, kept while the next screen loads. */
export const ScreenQuery = createContext<Query>({})

export const useQueryOfScreen = (): Query => useContext(ScreenQuery)

export const UpOfScreen = createContext<Path | undefined>(undefined)

type Change = typeof changeQuery
/** Set for a side screen in a wide window. Changes its parameters without changing the address bar. */
export const BesideScreen = createContext<Change | undefined>(undefined)

export const useChangeQuery = (): Change => useContext(BesideScreen) ?? changeQuery
