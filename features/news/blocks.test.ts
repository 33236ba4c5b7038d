import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type Block, block, firstWordsOf, screensOf, shownOf, span, wordsOf } from './blocks.ts'

const text = (words: string) => [{ text: words }]
const heading = (level: 2 | 3, words: string): Block => ({ kind: 'heading', level, spans: text(words) })
const place: Block = { kind: 'operator', spans: text('Your company.') }
const paragraph = (words: string): Block => ({ kind: 'paragraph', spans: text(words) })

it('shows readers no place that is left to the operator, nor a heading that only such a place stood below', () => {
  const blocks = [
    place,
    paragraph('Before.'),
    heading(2, 'Who we are'),
    place,
    heading(2, 'Your rights'),
    heading(3, 'By law'),
    place,
    heading(2, 'Fees'),
    place,
    paragraph('None.'),
    heading(2, 'Contact'),
    place,
  ]
  expect(shownOf(blocks)).toEqual([paragraph('Before.'), heading(2, 'Fees'), paragraph('None.')])
})

it('leaves an article without such places as it is written, an empty heading too', () => {
  const blocks = [heading(2, 'Fees'), heading(2, 'Later')]
  expect(shownOf(blocks)).toEqual(blocks)
})

it('keeps a sub-heading with text under a heading that has nothing else', () => {
  const blocks = [
    place,
    heading(2, 'Fees'),
    heading(3, 'Of transfers'),
    paragraph('None.'),
    heading(3, 'Last'),
    heading(2, 'End'),
  ]
  expect(shownOf(blocks)).toEqual(blocks.slice(1, 4))
})

it('marks a piece of text by what it is, never by what it is not', () => {
  for (const mark of ['bold', 'italic', 'code']) {
    expect(v.is(span, { text: 'a', [mark]: true })).toBe(true)
    expect(v.is(span, { text: 'a', [mark]: false })).toBe(false)
  }
})

it('has headings of two levels below the title', () => {
  const isLevel = (level: number) => v.is(block, { kind: 'heading', level, spans: [] })
  expect([1, 2, 3, 4].map(isLevel)).toEqual([false, true, true, false])
})

it('has the words of a block without their looks, and begins with its first paragraph', () => {
  const list: Block = { kind: 'list', ordered: true, items: [text('One'), [{ text: 'T' }, { text: 'wo', bold: true }]] }
  expect(wordsOf(list)).toBe('One Two')
  expect(wordsOf({ kind: 'rule' })).toBe('')
  expect(wordsOf({ kind: 'code', text: 'npm start' })).toBe('npm start')
  expect(firstWordsOf([heading(2, 'Fees'), paragraph('None.'), paragraph('More.')])).toBe('None.')
  expect(firstWordsOf([heading(2, 'Fees'), list])).toBe('Fees')
  expect(firstWordsOf([])).toBe('')
})

it('finds each screen that an article leads to', () => {
  const to = (path: string) => [{ text: 'There' }, { text: 'here', to: path }]
  const blocks: Block[] = [
    { kind: 'rule' },
    { kind: 'code', text: '/pages/my/index' },
    { kind: 'paragraph', spans: to('/pages/my/security') },
    { kind: 'list', ordered: false, items: [to('/pages/transfer/index'), text('nowhere')] },
  ]
  expect(screensOf(blocks)).toEqual(['/pages/my/security', '/pages/transfer/index'])
})
