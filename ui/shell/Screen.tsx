import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../form/Button.tsx'
import { PadSlot } from '../form/FormFoot.tsx'
import { useText } from '../text/texts.ts'
import { back, type Path } from './navigation.ts'
import { PullToRefresh } from './PullToRefresh.tsx'
import { BesideScreen, UpOfScreen } from './screen-query.ts'

type ScreenProps = {
  /** Omit if the screen has its own <h1 tabIndex={-1}>. */
  readonly title?: string
  /** Target of "back" when opened directly; omit on tab screens. */
  readonly up?: Path
  readonly action?: ReactNode
  readonly onRefresh?: (() => Promise<unknown>) | undefined
  /** Fixed bottom area for the screen's main button. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export function Screen({ title, up: ownUp, action, onRefresh, foot, children }: ScreenProps) {
  const upAround = useContext(UpOfScreen)
  const up = ownUp ?? upAround
  // A page may have only one main element, so a side screen uses a div.
  const Part = useContext(BesideScreen) ? 'div' : 'main'
  const page = (
    <UpOfScreen value={up}>
      {title !== undefined && <TopBar title={title} up={up} action={action} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </UpOfScreen>
  )
  return (
    <Part
      className={`screen mx-auto max-w-[480px] px-4 print:max-w-none pt-[max(8px,env(safe-area-inset-top))] ${foot ? 'pb-32' : 'pb-28'}`}
    >
      {onRefresh ? <PullToRefresh onRefresh={onRefresh}>{page}</PullToRefresh> : page}
      {foot && <Foot>{foot}</Foot>}
    </Part>
  )
}

type TopBarProps = { readonly title: string; readonly up?: Path | undefined; readonly action?: ReactNode }
/** True if a focused heading was removed. Its replacement then takes focus. */
let isBereft = false

export function TopBar({ title, up, action }: TopBarProps) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const own = heading.current
    if (isBereft) own?.focus({ preventScroll: true })
    return () => {
      isBereft = own !== null && document.activeElement === own
      queueMicrotask(() => {
        isBereft = false
      })
    }
  }, [])
  return (
    <header className="mb-2 flex min-h-14 flex-wrap items-center gap-2">
      {up && <IconButton icon="back" label={t('bar.back')} onPress={() => back(up)} className="-ms-2 print:hidden" />}
      <h1
        ref={heading}
        tabIndex={-1}
        className={`min-w-0 flex-[1_1_6em] font-semi leading-tight [overflow-wrap:anywhere] ${up ? 'text-lead' : 'text-h1'}`}
      >
        {title}
      </h1>
      {action}
    </header>
  )
}

const Foot = ({ children }: { children: ReactNode }) => (
  <div className="bar fixed inset-x-0 bottom-0 z-10 border-t border-line px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
    <div className="mx-auto grid max-w-[448px] gap-2">
      {children}
      <PadSlot />
    </div>
  </div>
)
