import { useEffect, useRef } from 'react'
import { wallClock } from '#kit/time/clock.ts'
import { leastMs, pauseAfter } from './recheck.ts'

const nowMs = (): number => wallClock.now().getTime()

/** Polls with growing intervals while visible, and when shown again. */
export function useRecheck(isWaiting: boolean, ask: () => Promise<unknown>): void {
  const asking = useRef(ask)
  asking.current = ask
  useEffect(() => {
    if (!isWaiting) return
    let isStill = true
    let [times, lastMs] = [0, nowMs()]
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = document.visibilityState === 'visible' ? setTimeout(() => void askOnce(), ms) : undefined
    }
    const askOnce = async () => {
      times += 1
      lastMs = nowMs()
      await asking.current()
      if (isStill) wait(pauseAfter(times))
    }
    const look = () => {
      times = 0
      wait(Math.max(0, lastMs + leastMs - nowMs()))
    }
    wait(pauseAfter(0))
    document.addEventListener('visibilitychange', look)
    for (const event of ['focus', 'online']) addEventListener(event, look)
    return () => {
      isStill = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      for (const event of ['focus', 'online']) removeEventListener(event, look)
    }
  }, [isWaiting])
}
