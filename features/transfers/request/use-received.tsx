import { useEffect, useRef, useState } from 'react'
import { wallClock } from '#kit/time/clock.ts'
import { useRead } from '#ui/call/use-call.ts'
import { transfers } from '../transfers.contract.ts'
import { hear, type Payment, watchFrom } from './received.ts'

/** Poll interval without live events. */
const everyMs = 10_000
/** Vibrates short, then long. In milliseconds: on, off, on. */
const buzzMs = [30, 60, 90]

const nowMs = (): number => wallClock.now().getTime()

export function useReceived(enabled: boolean): readonly Payment[] {
  const [watch, setWatch] = useState(() => watchFrom(nowMs()))
  const read = useRead(transfers, { direction: 'in' }, { everyMs, told: true, enabled })
  const { data, dataUpdatedAt, isFetching, refetch } = read
  const askedMs = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (isFetching) askedMs.current = nowMs()
  }, [isFetching])
  useEffect(() => {
    const asked = askedMs.current
    if (!data || isFetching || asked === undefined || dataUpdatedAt < asked) return
    setWatch((before) => hear(before, { ...data, askedMs: asked }))
  }, [data, dataUpdatedAt, isFetching])
  useEffect(() => {
    if (!enabled) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      askedMs.current = nowMs()
      void refetch()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [enabled, refetch])
  const count = watch.came.length
  useEffect(() => {
    // Browsers block vibration before the first user interaction.
    if (count > 0 && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzzMs)
  }, [count])
  return watch.came
}
