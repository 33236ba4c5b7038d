import type { MouseEvent, ReactNode } from 'react'
import { go, hrefOf, type Path, prefetch, type Query } from './navigation.ts'

type LinkProps = {
  readonly to: Path
  readonly query?: Query
  readonly className?: string
  readonly label?: string
  readonly current?: boolean
  readonly replace?: boolean
  readonly children: ReactNode
}

/** Preloads its target on touch or hover. */
export function Link({ to, query, className, label, current, replace = false, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to, query, { replace })
  }
  return (
    <a
      href={hrefOf(to, query)}
      className={className}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
      onPointerDown={() => prefetch(to)}
      onPointerEnter={() => prefetch(to)}
    >
      {children}
    </a>
  )
}
