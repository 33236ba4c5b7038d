import { describe, expect, it } from 'vitest'
import { seededDice } from '#kit/text/random.ts'
import { languages } from '#locales/registry.ts'
import {
  amountOf,
  type Draft,
  type DraftTerms,
  type Edited,
  edit,
  readDraft,
  settled,
  showDraft,
} from './amount-draft.ts'

function termsOf(tag: string): DraftTerms {
  const format = new Intl.NumberFormat(`${tag}-u-nu-latn`, { maximumFractionDigits: 1 })
  const sign = (type: string) => format.formatToParts(1_234_567.5).find((part) => part.type === type)?.value ?? ''
  const marks = { group: sign('group'), decimal: sign('decimal') }
  return { marks, coin: 'USDT', group: (whole) => format.format(BigInt(whole)) }
}

function box(tag = 'en') {
  const terms = termsOf(tag)
  let draft: Draft = { plain: '' }
  let [from, to] = [0, 0]
  let last: Edited | undefined
  const put = (value: string, caret: number) => {
    last = edit(draft, { value, caret }, terms)
    draft = last.draft
    from = last.shown.caret
    to = from
  }
  const here = {
    select: (start: number, end = start) => {
      from = start
      to = end
      return here
    },
    key: (char: string) => {
      const text = showDraft(draft, terms)
      if (char !== '⌫') put(text.slice(0, from) + char + text.slice(to), from + char.length)
      else if (from !== to || from > 0) {
        const start = from === to ? from - 1 : from
        put(text.slice(0, start) + text.slice(to), start)
      }
      return here
    },
    type: (text: string) => {
      for (const char of text) here.key(char)
      return here
    },
    paste: (text: string) => here.key(text),
    leave: () => {
      draft = settled(draft, terms)
      return here
    },
    get shown() {
      const text = showDraft(draft, terms)
      return `${text.slice(0, from)}|${text.slice(from)}`
    },
    get amount() {
      return amountOf(draft, terms)
    },
    get asks() {
      const read = readDraft(draft, terms)
      return read.is === 'unclear' ? read.texts : []
    },
    get refused() {
      return last?.refused
    },
  }
  return here
}

describe('the box of an amount', () => {
  it('groups what is typed in the signs of the language, and hands on decimal text', () => {
    expect([box().type('1844.83').shown, box().type('1844.83').amount]).toEqual(['1,844.83|', '1844.83'])
    expect([box('de').type('1844,83').shown, box('de').type('1844,83').amount]).toEqual(['1.844,83|', '1844.83'])
    expect([box('hi').type('1234567').shown, box('hi').type('1234567').amount]).toEqual(['12,34,567|', '1234567'])
    expect([box().type('.5').shown, box().type('.5').amount, box().type('007').amount]).toEqual(['0.5|', '0.5', '7'])
    expect([box().type('5.').shown, box().type('5.').amount]).toEqual(['5.|', '5'])
  })

  it('takes groups that are typed, by their language and by another', () => {
    for (const text of ['1,844.83', '1 844.83', "1'844.83", '1844.83'])
      expect([text, box().type(text).leave().amount]).toEqual([text, '1844.83'])
    expect(box('de').type('1.844,83').amount).toBe('1844.83')
    expect(box('ru').type('1 844,83').amount).toBe('1844.83')
    expect(box('hi').type('1,00,000').amount).toBe('100000')
    expect(box().type('7,25').leave().shown.replace('|', '')).toBe('7.25')
    expect(box().type('１００').amount).toBe('100')
    expect(box().type('12٫5').amount).toBe('12.5')
    expect(box().type('100。5').amount).toBe('100.5')
  })

  it('loses no figure when one is deleted: its own groups are no decimals', () => {
    const typed = box().type('1844')
    expect([typed.shown, typed.key('⌫').shown, typed.amount]).toEqual(['1,844|', '184|', '184'])
    expect(box().type('1844').select(2).key('⌫').shown).toBe('|844')
    expect(box('de').type('12345').select(3).key('⌫').shown).toBe('1|.345')
  })

  it('keeps the caret and replaces what is selected', () => {
    expect(box().type('1234').select(1).key('9').shown).toBe('19|,234')
    expect(box().type('100').select(0, 3).key('5').shown).toBe('5|')
    expect(box().type('1234').select(1).key('x').shown).toBe('1|,234')
    expect(box().type('1234').select(1).key('x').refused).toBe('form')
    expect(box().type('1234567').select(5, 9).key('8').shown).toBe('12,348|')
  })

  it('refuses a third decimal and a thirteenth figure, and says so', () => {
    expect([box().type('1.234').shown, box().type('1.234').refused]).toEqual(['1.23|', 'decimals'])
    expect(box().paste('0.001').refused).toBe('decimals')
    expect([box().type('1234567890123').amount, box().type('1234567890123').refused]).toEqual(['123456789012', 'long'])
    expect([box().paste('5 WLD').refused, box().paste('-5').refused]).toEqual(['form', 'form'])
  })

  it('asks what a pasted amount means, and hands on none until it knows', () => {
    const german = box('de').paste('1,000')
    expect([german.asks, german.amount]).toEqual([['1000', '1'], ''])
    expect([box().paste('1.234').asks, box().paste('1.234').amount]).toEqual([['1234'], ''])
    expect(box('de').paste('1.234,50').shown).toBe('1.234,5|')
    expect(box().paste('≈ 1,844.83 USDT').amount).toBe('1844.83')
  })

  it('shows and hands on the same number after any edits', () => {
    const dice = seededDice(20_261_128)
    let own = 0
    for (let each = 0; each < 2_000; each += 1) {
      const { tag } = dice.pick(languages)
      const terms = termsOf(tag)
      const person = box(tag)
      for (let step = 1 + dice.below(14); step > 0; step -= 1) {
        const { length } = person.shown
        const from = dice.below(length)
        if (dice.chance(0.3)) person.select(from, Math.min(length - 1, from + dice.below(3)))
        person.key(dice.chance(0.25) ? '⌫' : dice.pick([...'0123456789', terms.marks.decimal, terms.marks.group]))
      }
      const text = person.shown.replace('|', '')
      const figures = text.replaceAll(terms.marks.group, '').replace(terms.marks.decimal, '.')
      const isOwn = /^\d+(\.\d*)?$/.test(figures) && showDraft({ plain: figures }, terms) === text
      if (isOwn) expect([tag, text, Number(person.amount)]).toEqual([tag, text, Number(figures)])
      own += isOwn ? 1 : 0
    }
    expect(own).toBeGreaterThan(1_000)
  })
})
