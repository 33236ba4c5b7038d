import type { ReactNode } from 'react'
import { DraftFrame } from '../draft/DraftQuestion.tsx'
import { useDraft } from '../draft/use-draft.ts'

type DecimalFieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  readonly wholeMax: number
  readonly decimalsMax: number
}

/** For numbers that are not coin amounts, such as a price. */
export function DecimalField({ label, hint, value, onChange, wholeMax, decimalsMax }: DecimalFieldProps) {
  const draft = useDraft({ value, onChange, wholeMax, decimalsMax })
  return (
    <DraftFrame draft={draft} label={label} hint={hint}>
      {({ id, describedBy, isWrong }) => (
        <div className="box flex min-h-13 items-center ps-4 pe-4" data-wrong={isWrong ? '' : undefined}>
          <input
            ref={draft.input}
            id={id}
            value={draft.text}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={describedBy}
            {...draft.events}
            className="min-w-0 flex-1 bg-transparent py-3 pe-3 text-start text-[1rem] font-medium"
          />
        </div>
      )}
    </DraftFrame>
  )
}
