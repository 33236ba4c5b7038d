// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useWordCheck, WordCheck } from './WordCheck.tsx'

const right = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const words = right.split(' ')

function Sample({ onRight }: { onRight: (entered: string | undefined) => void }) {
  const check = useWordCheck(right)
  return (
    <>
      <WordCheck check={check} />
      <button type="button" disabled={!check.full} onClick={() => onRight(check.check())}>
        compare
      </button>
    </>
  )
}

describe('entering the words again', () => {
  let answers: (string | undefined)[] = []
  const compare = () => screen.getByRole<HTMLButtonElement>('button', { name: 'compare' })
  const offered = () =>
    within(screen.getByRole('group', { name: 'words.offered' })).getAllByRole<HTMLButtonElement>('button')
  const tap = (word: string) => {
    const free = offered().find(
      (button) => button.getAttribute('aria-disabled') !== 'true' && button.textContent === word,
    )
    if (!free) throw new Error(`${word} is not offered`)
    fireEvent.click(free)
  }
  beforeEach(() => {
    answers = []
    i18n.load('en', { 'words.misplaced': [['places']] as never })
    i18n.activate('en')
    render(<Sample onRight={(entered) => answers.push(entered)} />)
  })
  afterEach(cleanup)

  it('offers every word once, and takes them in order', () => {
    expect(
      offered()
        .map((button) => button.textContent)
        .sort(),
    ).toEqual([...words].sort())
    for (const word of words) tap(word)
    fireEvent.click(compare())
    expect(answers).toEqual([right])
  })

  it('cannot be compared before every place has its word', () => {
    for (const word of words.slice(0, 11)) tap(word)
    expect(compare().disabled).toBe(true)
  })

  it('says which places are wrong, and lets them be put right', () => {
    for (const word of ['winner', 'legal', ...words.slice(2)]) tap(word)
    fireEvent.click(compare())
    expect(answers).toEqual([undefined])
    expect(screen.getByRole('alert').textContent).toBe('1, 2')
    const place = (number: number) =>
      within(screen.getByRole('list', { name: 'words.places' })).getAllByRole('listitem')[number - 1] ?? document.body
    fireEvent.click(within(place(1)).getByRole('button'))
    fireEvent.click(within(place(2)).getByRole('button'))
    expect(screen.getByRole('alert').textContent).toBe('')
    tap('legal')
    tap('winner')
    fireEvent.click(compare())
    expect(answers).toEqual([undefined, right])
  })

  it('keeps the focus on a word that was chosen, and leads it back to a word that was taken back', () => {
    const word = offered()[0]
    word?.focus()
    if (word) fireEvent.click(word)
    expect(document.activeElement).toBe(word)
    const place = within(screen.getByRole('list', { name: 'words.places' })).getByRole('button')
    place.focus()
    fireEvent.click(place)
    expect(document.activeElement).toBe(word)
  })

  it('takes them typed, whatever stands between them', () => {
    fireEvent.click(screen.getByLabelText('words.way_type'))
    fireEvent.change(screen.getByLabelText('words.entry'), { target: { value: ` ${words.join('\n').toUpperCase()} ` } })
    fireEvent.click(compare())
    expect(answers).toEqual([right])
  })
})
