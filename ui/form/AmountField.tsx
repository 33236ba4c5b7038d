import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterPress } from '../call/after-press.ts'
import { DraftFrame } from '../draft/DraftQuestion.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { showPercent } from '../text/format.ts'
import { shareOf } from '../text/share-of.ts'
import { useText } from '../text/texts.ts'
import { padSlotOf } from './FormFoot.tsx'
import { NumberPad } from './NumberPad.tsx'

type AmountFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly coin: string
  /** True for a value from an earlier visit. */
  readonly kept?: boolean | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly aside?: ReactNode
  /** Maximum amount. If set, the field offers 25 %, 50 % and all. */
  readonly all?: string | undefined
  readonly decimalsMax?: number
  /** Gets the focus when its sheet opens. */
  readonly first?: boolean
}

/** Uses the app's number pad on phones and the keyboard elsewhere. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, coin, kept = false, hint, error, aside, all, decimalsMax = 2, first = false } = props
  const t = useText()
  const [slot, setSlot] = useState<Element | undefined>()
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraft({ value, onChange, coin, decimalsMax, keyReplaces: kept })
  const shownHint =
    kept && value !== '' ? (
      <>
        {t('amount.kept')} {hint}
      </>
    ) : (
      hint
    )
  const touch = matchMedia('(pointer: coarse)').matches
  useEffect(() => {
    if (slot) box.current?.parentElement?.scrollIntoView()
  }, [slot])
  return (
    <DraftFrame draft={draft} label={label} coin={coin} hint={shownHint} error={error} aside={aside}>
      {({ id, describedBy, isWrong }) => (
        <div ref={box} data-amount="" className="grid gap-2">
          <div className="box flex min-h-16 items-center gap-x-2 px-4" data-wrong={isWrong ? '' : undefined}>
            <input
              ref={draft.input}
              data-focus={first ? '' : undefined}
              id={id}
              value={draft.text}
              inputMode={touch ? 'none' : 'decimal'}
              autoComplete="off"
              enterKeyHint="done"
              placeholder={`0${draft.decimal}00`}
              dir="ltr"
              // Digits run left to right but align with the page direction.
              style={{ textAlign: document.documentElement.dir === 'rtl' ? 'end' : 'start' }}
              aria-invalid={isWrong ? true : undefined}
              aria-describedby={describedBy}
              {...draft.events}
              onFocus={({ currentTarget }) => {
                if (kept) currentTarget.select()
                if (touch) setSlot(padSlotOf(box.current) ?? document.body)
              }}
              onBlur={() => {
                draft.events.onBlur()
                afterPress(() => document.activeElement !== draft.input.current && setSlot(undefined))
              }}
              className="num min-w-0 flex-1 bg-transparent py-2 text-h1 font-bold placeholder:text-ink-3"
            />
            <span className="font-semi text-ink-2">{coin}</span>
          </div>
          {all !== undefined && <Shares all={all} decimalsMax={decimalsMax} onChoose={draft.set} />}
          {slot &&
            createPortal(
              <div className="pad-bar">
                <NumberPad
                  point={draft.decimal}
                  onKey={draft.press}
                  onDelete={draft.erase}
                  onDone={() => draft.input.current?.blur()}
                />
              </div>,
              slot,
            )}
        </div>
      )}
    </DraftFrame>
  )
}

type SharesProps = { readonly all: string; readonly decimalsMax: number; readonly onChoose: (amount: string) => void }
/** Buttons keep the field focused, so the keypad stays open. */
function Shares({ all, decimalsMax, onChoose }: SharesProps) {
  const t = useText()
  const chip = (name: string, percent: bigint) => {
    const amount = shareOf(all, percent, percent === 100n ? decimalsMax : 2)
    if (amount === '') return null
    return (
      <button
        key={name}
        type="button"
        className="press min-h-11 flex-1 rounded-inner bg-inset px-2 text-small font-semi text-accent-ink"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(amount)}
      >
        {name}
      </button>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {chip(showPercent('0.25', { decimals: 0 }), 25n)}
      {chip(showPercent('0.5', { decimals: 0 }), 50n)}
      {chip(t('amount.all'), 100n)}
    </div>
  )
}
