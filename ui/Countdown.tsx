import { useEffect, useState } from 'react'
import { Num } from './AmountText.tsx'

type CountdownProps = {
  /** When it is over. */
  readonly until: string
  /** What the clock said that `until` belongs to, when this was read: the business clock may be ahead of the device's. */
  readonly from: string
  readonly onOver?: () => void
}

const two = (count: number): string => String(count).padStart(2, '0')

/** Time left, "23:59:08"; above a day "6d 23:59:08". */
export function Countdown({ until, from, onOver }: CountdownProps) {
  const total = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(from)) / 1000))
  const [left, setLeft] = useState(total)
  useEffect(() => {
    const begun = performance.now()
    const tick = () => setLeft(Math.max(0, total - Math.floor((performance.now() - begun) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [total])
  const over = left === 0
  useEffect(() => {
    if (over) onOver?.()
  }, [over, onOver])
  const days = Math.floor(left / 86_400)
  const clock = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60].map(two).join(':')
  return <Num>{days > 0 ? `${days}d ${clock}` : clock}</Num>
}
