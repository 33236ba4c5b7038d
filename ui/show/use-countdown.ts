import { useEffect, useState } from 'react'

/** Restarts when `seconds` or `began` changes. */
export function useCountdown(seconds: number, began?: unknown): number {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: began only says that it begins again
  useEffect(() => {
    setLeft(seconds)
    if (seconds <= 0) return undefined
    const since = performance.now()
    const timer = setInterval(() => {
      const next = Math.max(0, Math.ceil(seconds - (performance.now() - since) / 1000))
      setLeft(next)
      if (next === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds, began])
  return left
}

export const clockOf = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
