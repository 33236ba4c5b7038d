import type { ReactNode } from 'react'

/**
 * The action of a form. It stays inside the window while the form is taller, and the keys of the number pad open under it, so that they
 * never cover it.
 */
export const FormFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className="form-foot grid gap-2">
    {children}
    <PadSlot />
  </div>
)

/** Where an AmountField of the same form, sheet or screen puts its keys. */
export const PadSlot = () => <div data-pad-slot className="contents" />

/** The nearest slot around a field: of its form, its sheet, or its screen. */
export function padSlotOf(field: Element | null): Element | undefined {
  for (let around = field?.parentElement; around && around !== document.body; around = around.parentElement) {
    const slot = around.querySelector('[data-pad-slot]')
    if (slot) return slot
  }
  return undefined
}
