import { useEffect, useRef } from 'react'
import { Link } from '../shell/Link.tsx'
import { useToasts } from './toasts.ts'

const tones = { plain: 'bg-ink text-bg', good: 'bg-accent text-on-accent', bad: 'bg-neg text-surface' } as const

export function Toasts() {
  const rows = useToasts()
  const host = useRef<HTMLDivElement>(null)
  const newest = rows.at(-1)?.id
  useEffect(() => {
    const element = host.current
    if (!element?.showPopover) return
    // Reopens the popover above newer top-layer elements.
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest) element.showPopover()
  }, [newest])
  return (
    <div ref={host} popover="manual" className="toasts">
      <div className="grid justify-items-center gap-2" role="status" aria-live="polite">
        {rows.map((row) => (
          <p
            key={row.id}
            className={`toast rounded-card px-5 py-3 text-center text-small font-medium shadow-raised ${tones[row.tone]}`}
          >
            {row.text}
            {row.link && (
              <Link {...row.link} className="block p-3 underline">
                {row.link.label}
              </Link>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}
