import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button.tsx'
import { DraftFrame } from './DraftQuestion.tsx'
import { NumberPad } from './NumberPad.tsx'
import { useText } from './texts.ts'
import { useDraft } from './use-draft.ts'

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

/** An amount at most 2 decimals fine, cut down: what a person could type. */
const typable = (exact: string): string => exact.replace(/(\.\d{2})\d+$/, '$1')

/** An amount, typed on our own pad on phones and on the keyboard elsewhere. */
export function AmountField({ label, value, onChange, coin, hint, error, aside, all }: AmountFieldProps) {
  const t = useText()
  const [focused, setFocused] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft({ value, onChange, coin })
  const touch = matchMedia('(pointer: coarse)').matches
  useEffect(() => {
    if (!focused || !touch) return
    document.documentElement.style.setProperty('--pad', '296px')
    const show = () => box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    show()
    // A phone that is turned has less room above the pad.
    addEventListener('resize', show)
    return () => {
      removeEventListener('resize', show)
      document.documentElement.style.removeProperty('--pad')
    }
  }, [focused, touch])
  return (
    <DraftFrame draft={draft} label={label} coin={coin} hint={hint} error={error} aside={aside}>
      {({ id, describedBy, isWrong }) => (
        <div
          ref={box}
          className="box flex min-h-16 flex-wrap items-center gap-x-2 ps-4 pe-1"
          // In the middle of what the pad leaves.
          style={{ scrollMarginBlockEnd: 'var(--pad, 0)' }}
          data-wrong={isWrong ? '' : undefined}
        >
          <input
            ref={draft.input}
            id={id}
            value={draft.text}
            inputMode={touch ? 'none' : 'decimal'}
            autoComplete="off"
            enterKeyHint="done"
            placeholder={`0${draft.decimal}00`}
            dir="ltr"
            // Figures run from left to right everywhere, and begin where the line does.
            style={{ textAlign: document.documentElement.dir === 'rtl' ? 'end' : 'start' }}
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={describedBy}
            {...draft.events}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              draft.events.onBlur()
              setFocused(false)
            }}
            className="num min-w-0 flex-[1_1_5rem] bg-transparent py-2 text-h1 font-bold placeholder:text-ink-3"
          />
          {/* With large text the coin and the button go to a line of their own. */}
          <span className="ms-auto flex flex-wrap items-center justify-end gap-x-2">
            <span className={`font-semi text-ink-2 ${all === undefined ? 'pe-3' : ''}`}>{coin}</span>
            {all !== undefined && (
              <button
                type="button"
                className="press min-h-11 min-w-11 rounded-inner px-3 text-small font-semi text-accent-ink"
                onClick={() => draft.set(typable(all))}
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
                  <NumberPad point={draft.decimal} onKey={draft.press} onDelete={draft.erase} />
                  <div onPointerDown={(event) => event.preventDefault()}>
                    <Button look="quiet" onClick={() => draft.input.current?.blur()}>
                      {t('pad.done')}
                    </Button>
                  </div>
                </div>
              </div>,
              box.current?.closest('dialog, main') ?? document.body,
            )}
        </div>
      )}
    </DraftFrame>
  )
}
