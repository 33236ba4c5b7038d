import { useEffect, useRef, useState } from 'react'
import { quiet } from '#ui/call/quiet.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { useText } from '#ui/text/texts.ts'

const speed = 80

type Announced = { readonly id: number; readonly title: string }

function run(strip: HTMLElement): void {
  const width = strip.parentElement?.clientWidth ?? 0
  const way = width + strip.scrollWidth
  const sign = getComputedStyle(strip).direction === 'rtl' ? -1 : 1
  strip.style.setProperty('--run-from', `${sign * width}px`)
  strip.style.setProperty('--run-to', `${-sign * strip.scrollWidth}px`)
  strip.style.animationDuration = `${way / speed}s`
  strip.style.animationDelay = `${-width / speed}s`
  strip.dataset.runs = ''
}

/** News ticker. Pauses on touch, hover, focus or a pause button. With reduced motion, users scroll it manually. */
export function RunningNotice({ notices }: { notices: readonly Announced[] }) {
  const t = useText()
  const strip = useRef<HTMLDivElement>(null)
  const [still, setStill] = useState(false)
  const titles = notices.map(({ title }) => title).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another width
  useEffect(() => {
    // Measuring forces a layout of the whole screen, so wait until idle.
    void quiet().then(() => {
      if (strip.current) run(strip.current)
    })
  }, [titles])
  return (
    <section
      aria-label={t('home.announcement')}
      className="flex min-h-11 items-center gap-2 rounded-control bg-warn-soft ps-3 text-small font-medium text-warn"
    >
      <Icon name="horn" size={20} />
      <div className="group min-w-0 flex-1 overflow-hidden motion-reduce:overflow-x-auto">
        <div
          ref={strip}
          data-still={still || undefined}
          className="flex w-max data-runs:animate-[run_20s_linear_infinite] gap-8 group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused] group-active:[animation-play-state:paused] data-still:[animation-play-state:paused]"
        >
          {notices.map(({ id, title }) => (
            <Link
              key={id}
              to="/pages/notice/info"
              query={{ id: String(id) }}
              className="inline-grid min-h-11 place-items-center whitespace-nowrap"
            >
              {title}
            </Link>
          ))}
        </div>
      </div>
      <button
        type="button"
        aria-pressed={still}
        aria-label={t('home.hold')}
        className="press grid size-11 flex-none place-items-center motion-reduce:hidden"
        onClick={() => setStill(!still)}
      >
        <Icon name={still ? 'play' : 'pause'} size={18} />
      </button>
    </section>
  )
}
