import { type ReactNode, useRef, useState } from 'react'
import { latinFigures } from '#kit/figures.ts'
import { FieldFrame } from './Field.tsx'
import { NumberPad } from './NumberPad.tsx'

type CodeFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly length?: number
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Called once the last digit is in. */
  readonly onFull?: (code: string) => void
}

/** A code in boxes. One real input lies over them, so pasting, one-time-code filling and screen readers work as always. */
export function CodeField({ label, value, onChange, length = 6, hint, error, onFull }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const touch = matchMedia('(pointer: coarse)').matches
  const type = (text: string) => {
    const code = latinFigures(text).replace(/\D/g, '').slice(0, length)
    onChange(code)
    if (code.length === length && code !== value) onFull?.(code)
  }
  /** A key of the pad goes where the caret is, and over what is selected. */
  const splice = (put: string, back: number) => {
    const { selectionStart: start, selectionEnd } = input.current ?? {}
    const end = selectionEnd ?? value.length
    type(value.slice(0, start == null || start === end ? Math.max(0, end - back) : start) + put + value.slice(end))
  }
  return (
    <div className="grid gap-3">
      <FieldFrame label={label} hint={hint} error={error}>
        {({ id, describedBy }) => (
          <div className="relative grid grid-flow-col auto-cols-fr gap-2" dir="ltr">
            {Array.from({ length }, (_, place) => `digit-${place}`).map((key, place) => (
              <span
                key={key}
                aria-hidden="true"
                data-wrong={error ? '' : undefined}
                className={`box num grid min-h-12 place-items-center text-title font-bold ${
                  focused && place === Math.min(value.length, length - 1)
                    ? 'border-accent shadow-[0_0_0_3px_var(--accent-soft)]'
                    : ''
                }`}
              >
                {value[place] ?? ''}
              </span>
            ))}
            <input
              ref={input}
              id={id}
              value={value}
              inputMode={touch ? 'none' : 'numeric'}
              autoComplete="one-time-code"
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy}
              onChange={(event) => type(event.target.value)}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              className="absolute inset-0 w-full cursor-text bg-transparent text-transparent opacity-0 outline-0"
            />
          </div>
        )}
      </FieldFrame>
      {touch && <NumberPad onKey={(key) => splice(key, 0)} onDelete={() => splice('', 1)} />}
    </div>
  )
}
