import { FieldFrame } from './Field.tsx'

type ChooseProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
  /** Fixed-width digits, never mirrored. */
  readonly figures?: boolean
}

export const Choose = <Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
  figures = false,
}: ChooseProps<Value>) => (
  <FieldFrame label={label} error={error}>
    {({ id, describedBy }) => (
      <div className="box" data-wrong={error ? '' : undefined}>
        <select
          id={id}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className={`min-h-12 w-full bg-transparent px-3 text-[1rem] ${figures ? 'num' : ''}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    )}
  </FieldFrame>
)
