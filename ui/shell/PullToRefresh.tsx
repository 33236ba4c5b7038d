import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../picture/Icon.tsx'
import { useText } from '../text/texts.ts'

const enoughPx = 72

type PullToRefreshProps = { readonly onRefresh: () => Promise<unknown>; readonly children: ReactNode }

export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const t = useText()
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const refresh = useRef(onRefresh)
  refresh.current = onRefresh

  useEffect(() => {
    const element = box.current
    if (!element) return
    let start: number | undefined
    let far = 0
    const begin = (event: TouchEvent) => {
      start = scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
      far = 0
    }
    const move = (event: TouchEvent) => {
      if (start === undefined) return
      far = Math.min(enoughPx * 1.4, Math.max(0, ((event.touches[0]?.clientY ?? start) - start) / 2))
      setPulled(far)
    }
    const end = async () => {
      if (start === undefined) return
      start = undefined
      const enough = far >= enoughPx
      setPulled(0)
      if (!enough) return
      setBusy(true)
      try {
        await refresh.current()
      } finally {
        setBusy(false)
      }
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: true })
    element.addEventListener('touchend', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
    }
  }, [])

  const shift = busy ? enoughPx * 0.7 : pulled
  return (
    <div ref={box}>
      <div
        className="grid place-items-center overflow-hidden text-ink-3 transition-[height] duration-200"
        style={{ height: shift }}
        role="status"
      >
        {shift > 8 && (
          <span className={busy ? 'animate-[turn_.8s_linear_infinite]' : ''} style={{ rotate: `${pulled * 3}deg` }}>
            <Icon name="refresh" />
          </span>
        )}
        {busy && <span className="sr-only">{t('state.loading')}</span>}
      </div>
      {children}
    </div>
  )
}
