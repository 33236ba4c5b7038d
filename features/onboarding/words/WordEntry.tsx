import { TextArea } from '#ui/form/Field.tsx'
import { type Say, useText } from '#ui/text/texts.ts'
import { useWordList } from './use-word-list.tsx'
import {
  complete,
  completions,
  countFlaw,
  replaceWord,
  strangeWords,
  unfinishedWord,
  wordCount,
  wordsOf,
} from './words.ts'

type WordEntryProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

type WordChipsProps = {
  readonly label: string
  readonly words: readonly string[]
  readonly onPick: (word: string) => void
}
/** Picking a word keeps the cursor. */
const WordChips = ({ label, words, onPick }: WordChipsProps) => (
  <fieldset
    className="flex flex-wrap gap-2"
    aria-label={label}
    dir="ltr"
    onPointerDown={(event) => event.preventDefault()}
  >
    {words.map((word) => (
      <button
        key={word}
        type="button"
        lang="en"
        translate="no"
        className="press min-h-11 rounded-inner bg-accent-soft px-4 text-small font-semi text-accent-ink"
        onClick={() => onPick(word)}
      >
        {word}
      </button>
    ))}
  </fieldset>
)

export function sayCount(t: Say, count: number): string | undefined {
  const flaw = countFlaw(count)
  return flaw && t(`words.${flaw}`, { count: String(count), all: String(wordCount) })
}

export function WordEntry({ label, value, onChange, error }: WordEntryProps) {
  const t = useText()
  const list = useWordList()
  const count = wordsOf(value).length
  const start = unfinishedWord(value)
  const offered = completions(start, list).filter((word) => word !== start)
  const strange = list.length > 0 ? strangeWords(value, list) : []
  return (
    <div className="grid gap-3">
      <TextArea
        label={label}
        value={value}
        onChange={onChange}
        rows={4}
        code
        error={sayCount(t, count) ?? error}
        hint={t('words.count', { count: String(count), all: String(wordCount) })}
      />
      {offered.length > 0 && (
        <WordChips label={t('words.completions')} words={offered} onPick={(word) => onChange(complete(value, word))} />
      )}
      {strange.length > 0 && (
        <ul className="grid gap-3">
          {strange.map(({ place, word, likely }) => (
            <li
              key={`${place} ${word}`}
              className="grid gap-2 rounded-control bg-neg-soft px-4 py-3 text-small text-neg"
            >
              <span>
                {t('words.strange', { place: String(place), word: `\u2068${word}\u2069` })}{' '}
                {likely.length > 0 && t('words.meant')}
              </span>
              {likely.length > 0 && (
                <WordChips
                  label={t('words.meant')}
                  words={likely}
                  onPick={(meant) => onChange(`${replaceWord(value, place, meant)} `)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
