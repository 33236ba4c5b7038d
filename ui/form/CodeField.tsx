import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readTypedCode } from '#kit/text/typed-code.ts'
import { useText } from '../text/texts.ts'
import { FieldFrame } from './Field.tsx'

type CodeFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly length?: number
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly onFull?: (code: string) => void
  readonly focusFirst?: boolean
}

/** A single input overlays the boxes, so paste, autofill and screen readers work. */
export function CodeField({
  label,
  value,
  onChange,
  length = 6,
  hint,
  error,
  onFull,
  focusFirst = false,
}: CodeFieldProps) {
  const t = useText()
  const [unread, setUnread] = useState(false)
  const [focused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusFirst) input.current?.focus()
  }, [focusFirst])
  const type = (text: string) => {
    const read = readTypedCode(text, length)
    setUnread('wrong' in read && text.length > value.length + 1)
    if ('wrong' in read) return
    const code = read.figures
    onChange(code)
    if (code.length === length && code !== value) onFull?.(code)
  }
  return (
    <FieldFrame label={label} hint={hint} error={unread ? t('form.code_digits', { length: `${length}` }) : error}>
      {({ id, describedBy }) => (
        <div className="relative grid grid-flow-col auto-cols-fr gap-2" dir="ltr">
          {Array.from({ length }, (_, place) => `digit-${place}`).map((key, place) => (
            <span
              key={key}
              aria-hidden="true"
              data-wrong={error || unread ? '' : undefined}
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
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={error || unread ? true : undefined}
            aria-describedby={describedBy}
            onChange={(event) => type(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            className="absolute inset-0 w-full cursor-text bg-transparent text-transparent opacity-0 outline-0"
          />
        </div>
      )}
    </FieldFrame>
  )
}
