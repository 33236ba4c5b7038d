import { type ReactNode, useEffect, useRef } from 'react'

type StepHeadingProps = {
  readonly children: ReactNode
  /** False on the first step, where the screen's own heading has the focus. */
  readonly focus?: boolean
}

/** Scrolls to the top and moves the screen reader's focus to the heading. */
export function StepHeading({ children, focus = true }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focus) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-title font-semi leading-tight">
      {children}
    </h2>
  )
}
