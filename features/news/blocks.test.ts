import { expect, it } from 'vitest'
import { type Block, shownOf } from './blocks.ts'

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
