import { type ReactNode, useId } from 'react'
import { useText } from '#ui/text/texts.ts'

export type Outcomes = { readonly on: ReactNode; readonly off: ReactNode }

type ReinvestChoiceProps = {
  /** Undefined until the holder chooses: there is no preset. */
  readonly value: boolean | undefined
  readonly onChange: (value: boolean) => void
  readonly outcomes: Outcomes
}

export function ReinvestChoice({ value, onChange, outcomes }: ReinvestChoiceProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-small font-semi text-ink-2">{t('reinvest.question')}</legend>
      {([true, false] as const).map((choice) => (
        <label
          key={String(choice)}
          className="press flex items-start gap-3 rounded-control border-[1.5px] border-line bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-info"
        >
          <input
            type="radio"
            name={name}
            checked={value === choice}
            onChange={() => onChange(choice)}
            className="mt-1 size-4.5 flex-none accent-(--accent)"
          />
          <span className="min-w-0">
            <span className="block font-semi">{t(choice ? 'reinvest.on' : 'reinvest.off')}</span>
            <span className="block min-h-18 text-small text-ink-2">{choice ? outcomes.on : outcomes.off}</span>
            {!choice && <span className="block text-small text-ink-2">{t('reinvest.off_then')}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
