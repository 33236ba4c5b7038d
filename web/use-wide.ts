import { type ComponentType, useEffect, useState } from 'react'
import type { Shown } from './use-shown.ts'

export type Wide = ComponentType<{ readonly shown: Shown }>
const window900 = matchMedia('(min-width: 900px)')

export const fetchWide = async (): Promise<Wide | undefined> =>
  window900.matches ? (await import('./wide/WideShell.tsx')).WideShell : undefined

export function useWide(first: Wide | undefined): Wide | undefined {
  const [wide, setWide] = useState(() => first)
  useEffect(() => {
    const follow = () => void fetchWide().then((next) => setWide(() => next))
    window900.onchange = follow
    follow()
  }, [])
  return wide
}
