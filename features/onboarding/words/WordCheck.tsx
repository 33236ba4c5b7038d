import { useRef, useState } from 'react'
import { randomBelow } from '#kit/text/random.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { useText } from '#ui/text/texts.ts'
import { WordEntry } from './WordEntry.tsx'
import { misplaced, shuffled, wordsOf } from './words.ts'

type Way = 'tap' | 'type'

export function useWordCheck(right: string) {
  const [words] = useState(() => right.split(' '))
  const [offered] = useState(() => shuffled(words, randomBelow))
  const [way, setWay] = useState<Way>('tap')
  const [typed, setTyped] = useState('')
  /** Index of the offered word at each position, or undefined. */
  const [slots, setSlots] = useState<readonly (number | undefined)[]>(() => words.map(() => undefined))
  const [wrong, setWrong] = useState<readonly number[]>([])

  const entered =
    way === 'type' ? wordsOf(typed) : slots.map((slot) => (slot === undefined ? '' : (offered[slot] ?? '')))
  const change = (next: readonly (number | undefined)[]) => {
    setSlots(next)
    setWrong([])
  }
  return {
    words,
    offered,
    way,
    typed,
    slots,
    wrong,
    full: entered.length === words.length && entered.every(Boolean),
    choose(next: Way) {
      setWay(next)
      setWrong([])
    },
    type(text: string) {
      setTyped(text)
      setWrong([])
    },
    put(word: number) {
      const free = slots.indexOf(undefined)
      if (free >= 0 && !slots.includes(word)) change(slots.map((slot, place) => (place === free ? word : slot)))
    },
    take: (place: number) => change(slots.map((slot, index) => (index === place ? undefined : slot))),
    clear: () => change(slots.map(() => undefined)),
    /** Marks misplaced words. @returns the words if all are in place */
    check(): string | undefined {
      const places = misplaced(entered, words)
      setWrong(places)
      return places.length === 0 ? words.join(' ') : undefined
    },
  }
}
export type WordCheckState = ReturnType<typeof useWordCheck>

export function WordCheck({ check }: { check: WordCheckState }) {
  const t = useText()
  const { way, typed, wrong } = check
  const error = wrong.length > 0 ? t('words.misplaced', { places: wrong.join(', ') }) : undefined
  return (
    <div className="grid gap-4">
      <Segmented
        label={t('words.way')}
        options={[
          { value: 'tap', label: t('words.way_tap') },
          { value: 'type', label: t('words.way_type') },
        ]}
        value={way}
        onChange={check.choose}
      />
      {way === 'type' ? (
        <WordEntry label={t('words.entry')} value={typed} onChange={check.type} error={error} />
      ) : (
        <WordTaps check={check} error={error} />
      )}
    </div>
  )
}

const chip = 'press min-h-11 rounded-inner px-1 text-center text-small font-semi'

function WordTaps({ check, error }: { check: WordCheckState; error: string | undefined }) {
  const t = useText()
  const { offered, slots, wrong } = check
  const next = slots.indexOf(undefined)
  const group = useRef<HTMLFieldSetElement>(null)
  /** The word's old button disappears, so move the focus with the word. */
  const takeBack = (place: number, slot: number | undefined) => {
    check.take(place)
    if (slot !== undefined) group.current?.querySelectorAll('button')[slot]?.focus()
  }
  return (
    <>
      <ol
        dir="ltr"
        lang="en"
        translate="no"
        aria-label={t('words.places')}
        className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2"
      >
        {slots.map((slot, place) => {
          const word = slot === undefined ? undefined : offered[slot]
          const number = <span className="num text-caption text-ink-3">{place + 1}</span>
          const bad = wrong.includes(place + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: only the index distinguishes places
            <li key={place} className="grid">
              {word === undefined ? (
                <span
                  className={`flex min-h-11 items-center gap-1.5 rounded-inner border border-dashed px-2 ${
                    place === next ? 'border-accent bg-accent-soft' : 'border-control'
                  }`}
                >
                  {number}
                </span>
              ) : (
                <button
                  type="button"
                  onClick={() => takeBack(place, slot)}
                  className={`press flex min-h-11 items-center gap-1.5 rounded-inner border px-2 text-small font-semi ${
                    bad ? 'border-neg bg-neg-soft text-neg' : 'border-transparent bg-surface shadow-card'
                  }`}
                >
                  {number}
                  <span className="num min-w-0 truncate">{word}</span>
                  <span className="sr-only">{t('words.take_back')}</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
      <p role="alert" className="text-small font-medium text-neg empty:hidden">
        {error}
      </p>
      <fieldset
        ref={group}
        dir="ltr"
        lang="en"
        translate="no"
        aria-label={t('words.offered')}
        className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2"
      >
        {offered.map((word, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a phrase may hold a word twice, and its places never change
            key={index}
            type="button"
            // A disabled button would lose the focus.
            aria-disabled={slots.includes(index)}
            onClick={() => check.put(index)}
            className={`${chip} num bg-accent-soft text-accent-ink aria-disabled:bg-inset aria-disabled:text-transparent`}
          >
            {word}
          </button>
        ))}
      </fieldset>
    </>
  )
}
