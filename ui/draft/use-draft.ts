import { type ChangeEvent, type CompositionEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  amountOf,
  type Draft,
  type DraftTerms,
  type Edited,
  edit,
  readDraft,
  settled,
  showDraft,
} from '../form/amount-draft.ts'
import { groupWhole, numberSymbols } from '../text/format.ts'

export type DraftOptions = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly coin?: string
  /** Maximum digits before and after the decimal separator. */
  readonly wholeMax?: number
  readonly decimalsMax?: number
  readonly keyReplaces?: boolean
}
export type DraftNote = Edited['refused'] | 'unclear' | undefined

type State = {
  readonly draft: Draft
  readonly sent: string
  readonly caret?: number
  readonly refused?: Edited['refused']
  readonly composing?: string
}

export type DraftBox = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly note: DraftNote
  readonly choices: readonly string[]
  readonly decimal: string
  readonly wholeMax: number
  readonly decimalsMax: number
  set(value: string): void
  /** Handles a number pad key. Replaces the selection. */
  press(key: string): void
  erase(): void
  readonly events: {
    onChange(event: ChangeEvent<HTMLInputElement>): void
    onBlur(): void
    onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void
  }
}

/** Amount input with locale grouping and a stable caret. Never changes the typed number. */
export function useDraft({
  value,
  onChange,
  coin,
  wholeMax = 12,
  decimalsMax = 2,
  keyReplaces = false,
}: DraftOptions): DraftBox {
  const input = useRef<HTMLInputElement>(null)
  const [kept, setKept] = useState<State>({ draft: { plain: value }, sent: value })
  const terms: DraftTerms = {
    marks: numberSymbols(),
    group: groupWhole,
    wholeMax,
    decimalsMax,
    ...(coin ? { coin } : {}),
  }
  const state: State = value === kept.sent ? kept : { draft: { plain: value }, sent: value }
  const text = state.composing ?? showDraft(state.draft, terms)
  useLayoutEffect(() => {
    if (kept.caret !== undefined && document.activeElement === input.current)
      input.current?.setSelectionRange(kept.caret, kept.caret)
  }, [kept])

  const hold = (draft: Draft, more: Omit<State, 'draft' | 'sent'> = {}) => {
    const sent = amountOf(draft, terms)
    setKept({ draft, sent, ...more })
    if (sent !== value) onChange(sent)
  }
  const take = (now: string, caret: number, forward = false) => {
    const { draft, shown, refused } = edit(state.draft, { value: now, caret, forward }, terms)
    hold(draft, { caret: shown.caret, ...(refused ? { refused } : {}) })
  }
  const splice = (put: string, back: number) => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    const end = selectionEnd ?? text.length
    const start = selectionStart === selectionEnd || selectionStart == null ? Math.max(0, end - back) : selectionStart
    take(text.slice(0, start) + put + text.slice(end), start + put.length)
  }
  const read = readDraft(state.draft, terms)
  const unread = read.is === 'unclear' ? 'unclear' : undefined
  return {
    input,
    text,
    note: state.refused ?? unread,
    choices: read.is === 'unclear' ? read.texts : [],
    decimal: terms.marks.decimal,
    wholeMax,
    decimalsMax,
    set: (plain) => hold({ plain }, { caret: Number.MAX_SAFE_INTEGER }),
    press: (key) => (keyReplaces ? take(key, key.length) : splice(key, 0)),
    erase: () => splice('', 1),
    events: {
      onChange: ({ target, nativeEvent }) => {
        const { isComposing, inputType } = nativeEvent as InputEvent
        if (isComposing) return setKept({ ...state, composing: target.value })
        take(target.value, target.selectionStart ?? target.value.length, inputType === 'deleteContentForward')
      },
      onCompositionEnd: ({ currentTarget: { value: now, selectionStart } }) => take(now, selectionStart ?? now.length),
      onBlur: () => {
        if (isBlank(state)) return
        const draft = settled(state.draft, terms)
        const left = readDraft(draft, terms)
        hold(draft, left.is === 'wrong' ? { refused: left.why } : {})
      },
    },
  }
}

const isBlank = ({ draft }: State): boolean => 'plain' in draft && draft.plain === ''
