import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { ReservesFound } from '../answer/reserves-found.ts'
import type { proofReserves } from '../reserves.contract.ts'
import { readByThisDevice, reservesBegun } from './read-reserves.tsx'

type Reserves = OutputOf<typeof proofReserves>

/** Updates as checks finish; undefined without a statement. */
export function useReserves(data: Reserves | undefined): ReservesFound | undefined {
  const latest = data?.latest
  const [found, setFound] = useState<{ readonly of: string; readonly found: ReservesFound }>()
  const key = latest?.reserves.signature ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a statement never changes, so it is named by its signature.
  useEffect(() => {
    if (!latest) return
    let isOver = false
    void readByThisDevice(latest, data, (now) => {
      if (!isOver) setFound({ of: key, found: now })
    })
    return () => {
      isOver = true
    }
  }, [key])
  if (!latest) return undefined
  return found?.of === key ? found.found : reservesBegun(latest, data.nodes)
}
