import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../form/Button.tsx'
import { layOver } from '../shell/navigation.ts'
import { useText } from '../text/texts.ts'

type SheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly mark?: ReactNode
  readonly describedBy?: string
  readonly children: ReactNode
}
const closePx = 96
/** Below this height in pixels, a keyboard would hide the facts. */
const roomyPx = 700

/**
 * Bottom sheet. A native dialog provides the focus trap, Escape and an inert background. Focus starts in the field with `data-focus`, or at
 * the title of a low screen.
 */
export function Sheet({ open, onClose, title, mark, describedBy, children }: SheetProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const from = useRef<number | undefined>(undefined)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.showModal()
      if (innerHeight >= roomyPx) element.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true })
    }
    if (!open && element?.open) element.close()
  }, [open])
  const closing = useRef(onClose)
  closing.current = onClose
  useEffect(() => (open ? layOver(() => closing.current()) : undefined), [open])
  const pulled = (event: PointerEvent): number => Math.max(0, event.clientY - (from.current ?? event.clientY))
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current === undefined) return
    dialog.current?.style.setProperty('--drag', `${pulled(event)}px`)
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    const far = pulled(event) > closePx
    from.current = undefined
    dialog.current?.style.removeProperty('--drag')
    dialog.current?.removeAttribute('data-drag')
    if (far) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={heading}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // Ignore the cancel event that bubbles up from a file input.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div
        className="-mx-4 -mt-2 grid h-6 touch-none place-items-center"
        onPointerDown={(event) => {
          from.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
          dialog.current?.setAttribute('data-drag', '')
        }}
        onPointerMove={pull}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <span className="h-1 w-10 rounded-pill bg-line" />
      </div>
      <div className="sheet-head mb-3 flex min-h-11 items-center gap-3">
        {mark}
        <h2 id={heading} tabIndex={-1} data-first className="flex-1 text-title font-semi leading-tight">
          {title}
        </h2>
        <IconButton icon="close" label={t('sheet.close')} onPress={onClose} />
      </div>
      {open && children}
    </dialog>
  )
}
