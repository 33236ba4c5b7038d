import { FieldFrame } from '#ui/Field.tsx'

type ChooseProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of many, chosen from the device's own list. */
export const Choose = <Value extends string>({ label, options, value, onChange }: ChooseProps<Value>) => (
  <FieldFrame label={label}>
    {({ id }) => (
      <div className="box">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
          className="min-h-12 w-full bg-transparent px-3"
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
