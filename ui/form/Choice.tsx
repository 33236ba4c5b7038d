import { type ReactNode, useId } from 'react'

type SegmentedProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}
const hasLongWord = (label: string): boolean => label.split(/\s/).some((word) => word.length > 12)

/** Native radio buttons, for arrow keys. */
function Radios<Value extends string>({
  label,
  options,
  value,
  onChange,
  line,
  each,
}: SegmentedProps<Value> & { readonly line: string; readonly each: string }) {
  const name = useId()
  return (
    <fieldset className={line}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`press flex min-h-11 max-w-full items-center justify-center text-center text-small font-semi text-ink-2 has-focus-visible:outline-3 has-focus-visible:outline-info ${each} ${hasLongWord(option.label) ? 'min-w-[min(100%,9.5em)]! [overflow-wrap:anywhere]' : ''}`}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span className="min-w-0 [overflow-wrap:break-word]">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => (
  <Radios
    {...props}
    line="flex flex-wrap gap-1 rounded-control bg-inset p-1"
    each="min-w-min flex-[1_0_0%] rounded-inner px-2 has-checked:bg-surface has-checked:text-ink has-checked:shadow-card"
  />
)

type SwitchProps = {
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}
export const Switch = ({ label, note, checked, onChange, disabled = false }: SwitchProps) => (
  <label className="flex min-h-14 items-center gap-4 py-2">
    <span className="min-w-0 flex-1">
      <span className="block font-semi leading-snug">{label}</span>
      {note && <span className="block text-small text-ink-3">{note}</span>}
    </span>
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      className="switch"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

type CheckProps = {
  readonly children: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}
export const Check = ({ children, checked, onChange }: CheckProps) => (
  <label className="flex min-h-11 items-start gap-3 py-2">
    <input
      type="checkbox"
      className="mt-0.5 size-5 flex-none accent-(--accent)"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="min-w-0 text-small text-ink-2 [overflow-wrap:anywhere]">{children}</span>
  </label>
)

type FiltersProps<Value extends string> = SegmentedProps<Value> & {
  /** Equal widths, two per row where they fit, without a lone last option. */
  readonly even?: boolean
}
export const Filters = <Value extends string>({ even = false, ...props }: FiltersProps<Value>) => (
  // The legend is the first child, so even and odd positions shift by one.
  <Radios
    {...props}
    line={even ? 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-2' : 'flex flex-wrap gap-2'}
    each={`rounded-pill bg-surface px-4 shadow-card has-checked:bg-accent has-checked:text-on-accent ${even ? 'last:even:col-span-full' : ''}`}
  />
)
