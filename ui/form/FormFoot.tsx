import type { ReactNode } from 'react'

/** Form action that stays visible while the form scrolls. The number pad opens below it. */
export const FormFoot = ({ children }: { readonly children: ReactNode }) => (
  <div className="form-foot grid gap-2">
    {children}
    <PadSlot />
  </div>
)

/** Shown on low screens while the keypad covers the figures. */
export const PadSummary = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <p aria-hidden="true" className="pad-summary items-baseline justify-between gap-3 text-small">
    <span className="text-ink-2">{label}</span>
    <span className="font-bold">{children}</span>
  </p>
)

export const PadSlot = () => <div data-pad-slot className="contents" />

/** Nearest slot in the field's form, sheet or screen. */
export function padSlotOf(field: Element | null): Element | undefined {
  for (let around = field?.parentElement; around && around !== document.body; around = around.parentElement) {
    const slot = around.querySelector('[data-pad-slot]')
    if (slot) return slot
  }
  return undefined
}
