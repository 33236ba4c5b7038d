import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button.tsx'
import { FieldFrame } from './Field.tsx'
import { NumberPad } from './NumberPad.tsx'
import { useText } from './texts.ts'

type AmountFieldProps = {
  readonly label: string
  /** Decimal text; empty while nothing is typed. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly coin: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly aside?: ReactNode
  /** Offers a button that fills in this amount, e.g. all there is. */
  readonly all?: string | undefined
}

/** What may stand in the box while typing: at most 12 figures before and 2 after the point (spec point 5). */
const typing = /^(\d{0,12})(\.\d{0,2})?$/
const clean = (text: string): string =>
  text
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')

/** An amount at most 2 decimals fine, cut down: what a person could type. */
const typable = (exact: string): string => exact.replace(/(\.\d{2})\d+$/, '$1')

/** An amount, typed on our own pad on phones and on the keyboard elsewhere. */
export function AmountField({ label, value, onChange, coin, hint, error, aside, all }: AmountFieldProps) {
  const t = useText()
  const [focused, setFocused] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const touch = matchMedia('(pointer: coarse)').matches
  const type = (next: string) => {
    const text = clean(next)
    if (typing.test(text)) onChange(text)
  }
  useEffect(() => {
    if (!focused || !touch) return
    document.documentElement.style.setProperty('--pad', '296px')
    box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    return () => {
      document.documentElement.style.removeProperty('--pad')
    }
  }, [focused, touch])
  return (
    <FieldFrame label={label} hint={hint} error={error} aside={aside}>
      {({ id, describedBy }) => (
        <div
          ref={box}
          className="box flex min-h-16 flex-wrap items-center gap-x-2 ps-4 pe-1"
          data-wrong={error ? '' : undefined}
        >
          <input
            ref={input}
            id={id}
            value={value}
            inputMode={touch ? 'none' : 'decimal'}
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0.00"
            dir="ltr"
            // Figures run from left to right everywhere, and begin where the line does.
            style={{ textAlign: document.documentElement.dir === 'rtl' ? 'end' : 'start' }}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            onChange={(event) => type(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            className="num min-w-0 flex-[1_1_5rem] bg-transparent py-2 text-h1 font-bold placeholder:text-ink-3"
          />
          {/* With large text the coin and the button go to a line of their own. */}
          <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2">
            <span className={`font-semi text-ink-2 ${all === undefined ? 'pe-3' : ''}`}>{coin}</span>
            {all !== undefined && (
              <button
                type="button"
                className="press min-h-11 min-w-11 rounded-inner px-3 text-small font-semi text-accent-ink"
                onClick={() => onChange(typable(all))}
              >
                {t('amount.all')}
              </button>
            )}
          </span>
          {focused &&
            touch &&
            createPortal(
              <div className="bar fixed inset-x-0 bottom-0 z-[10075] border-t border-line p-3 pb-[max(12px,env(safe-area-inset-bottom))]">
                <div className="mx-auto grid max-w-[448px] gap-1.5">
                  <NumberPad point onKey={(key) => type(value + key)} onDelete={() => onChange(value.slice(0, -1))} />
                  <div onPointerDown={(event) => event.preventDefault()}>
                    <Button look="quiet" onClick={() => input.current?.blur()}>
                      {t('pad.done')}
                    </Button>
                  </div>
                </div>
              </div>,
              box.current?.closest('dialog, main') ?? document.body,
            )}
        </div>
      )}
    </FieldFrame>
  )
}
