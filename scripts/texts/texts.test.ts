import { describe, expect, it } from 'vitest'
import { readCatalogue } from '#kit/text/catalogue.server.ts'
import { beginTexts, keepOrigins, keepRead, rewordedList } from './text-origins.ts'
import { catalogueFaults, englishFaults, keysModule } from './text-rules.ts'

const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
const englishSource = (paid: string) => `${head}
#: orders
msgid "order.paid"
msgstr "${paid}"

# Of old orders.
#: orders
msgid "order.note"
msgstr "He said \\"{name}\\",\\nthen left"

#: wallet
msgid "wallet.rows"
msgstr "{count, plural, one {# row} other {# rows}}"
`
const english = readCatalogue(englishSource('Paid'))
const german = `${head}
msgid "order.paid"
msgstr "Bezahlt"

msgid "order.note"
msgstr "Er sagte „{name}“\\nund ging"

msgid "wallet.rows"
msgstr "{count, plural, one {# Zeile} other {# Zeilen}}"
`
const faults = (source: string, of = english) => catalogueFaults('de', of, source)

it('reads of each text what it says, its area, the English it was made from, and whether it is only begun', () => {
  const [paid, note] = readCatalogue(
    `${head}\n#. Paid\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n\n#: core\nmsgid "c"\nmsgstr "\\"d\\""\n`,
  )
  expect(paid).toEqual({ id: 'a', text: 'b', area: '', madeFrom: 'Paid', isBegun: true })
  expect(note).toEqual({ id: 'c', text: '"d"', area: 'core', madeFrom: '', isBegun: false })
})

describe('a translation', () => {
  it('that does not say which English text it was made from is refused, and given the one of today', () => {
    expect(faults(german)).toHaveLength(3)
    expect(faults(german)[0]).toContain("'order.paid' does not say which English text")
    const kept = keepOrigins(german, english)
    expect(kept).toContain('#. Paid\nmsgid "order.paid"')
    expect(kept).toContain('#. He said \\"{name}\\",\\nthen left\nmsgid "order.note"')
    expect(faults(kept)).toEqual([])
    expect(kept.replace(/^#\. .*\n/gm, '')).toBe(german)
  })

  it('of an English text that has changed is refused, and stays so whatever is written', () => {
    const kept = keepOrigins(german, english)
    const changed = readCatalogue(englishSource('Paid out'))
    const stale = [
      `'order.paid' was made from "Paid", and English says "Paid out": translate it again, then 'npm run texts -- --read order.paid'`,
    ]
    expect(faults(kept, changed)).toEqual(stale)
    expect(keepOrigins(kept, changed)).toBe(kept)
    expect(faults(beginTexts(keepRead(kept, changed, new Set(['order.note'])), changed), changed)).toEqual(stale)
  })

  it('is of the English of today once somebody says that it was read; others are not', () => {
    const old = keepOrigins(german, english)
    const changed = readCatalogue(englishSource('Paid out').replace('then left', 'and left'))
    const read = keepRead(old, changed, new Set(['order.paid']))
    expect(faults(read, changed).map((fault) => fault.split(' ')[0])).toEqual(["'order.note'"])
    expect(read).toBe(old.replace('#. Paid\n', '#. Paid out\n'))
  })

  it('lists translations of older English with both English texts', () => {
    const old = keepOrigins(german, english)
    expect(rewordedList('de', old, english)).toBe('')
    expect(rewordedList('de', old, readCatalogue(englishSource('Paid out')))).toBe(
      'de order.paid\n  was  Paid\n  is   Paid out\n  says Bezahlt\n',
    )
  })

  it('that is lacking is begun in English, where English has it, and is refused until it is translated', () => {
    const [before, after] = ['\nmsgid "order.note"\nmsgstr "Er sagte „{name}“\\nund ging"\n', '']
    const begun = beginTexts(keepOrigins(german.replace(before, after), english), english)
    expect(readCatalogue(begun).map(({ id }) => id)).toEqual(english.map(({ id }) => id))
    expect(begun).toContain('#. He said \\"{name}\\",\\nthen left\n#, fuzzy\nmsgid "order.note"\nmsgstr "He said')
    expect(faults(begun)).toEqual(["'order.note' is still to be translated"])
    expect(beginTexts(begun, english)).toBe(begun)
    expect(
      readCatalogue(beginTexts(head, english)).every(({ isBegun, madeFrom, text }) => isBegun && madeFrom === text),
    ).toBe(true)
  })

  it('begun from one English text and finished after it changed is refused too', () => {
    const begun = beginTexts(head, english).replace(
      '#, fuzzy\nmsgid "order.paid"\nmsgstr "Paid"',
      'msgid "order.paid"\nmsgstr "Bezahlt"',
    )
    expect(faults(begun, readCatalogue(englishSource('Paid out')))[0]).toContain('was made from "Paid"')
  })

  it('has the values, forms of numbers and words of its own', () => {
    const wrong = (written: string, instead: string) =>
      faults(keepOrigins(german, english).replace(written, instead)).map((fault) => fault.replace(/^'[\w.]+' /, ''))
    expect(wrong('„{name}“', '„{nam}“')).toEqual(['must use {name}'])
    expect(wrong(' other {# Zeilen}', ' many {# Zeilen}')).toContain("lacks the plural 'other'")
    expect(wrong('"Bezahlt"', '"Paid"')).toEqual([
      'reads as in English; if it must, say so in locales/same-as-english.ts',
    ])
    expect(wrong('"Bezahlt"', '""')).toEqual(['is not translated ("Paid")'])
    expect(wrong('"Bezahlt"', '"<b>Bezahlt</b>"')).toContain('must be marked up with ')
  })
})

it('a catalogue holds each text once, on a line of its own, and none that English does not have', () => {
  const kept = keepOrigins(german, english)
  const paid = 'msgid "order.paid"\nmsgstr "Bezahlt"\n'
  expect(faults(`${kept}\n${paid}`)).toContain("'order.paid' stands twice")
  expect(faults(kept.replace(paid, 'msgid "order.paid"\nmsgstr ""\n"Bezahlt"\n'))).toContain(
    `'order.paid' is not translated ("Paid")`,
  )
  expect(faults(kept.replace(paid, 'msgid "order.paid"\nmsgid_plural "x"\nmsgstr "Bezahlt"\n'))).toContain(
    "'order.paid' does not stand with its text on one line each",
  )
  expect(faults(`${kept}\nmsgid "order.other"\nmsgstr "Anderes"\n`)).toEqual(["'order.other' is not in English"])
})

it('an English text says something, and which area it is loaded with', () => {
  expect(englishFaults(englishSource('Paid'))).toEqual([])
  expect(englishFaults(englishSource(''))).toEqual(["locales/en.po: 'order.paid' has no text"])
  const [fault] = englishFaults(englishSource('Paid').replace('#: wallet\n', ''))
  expect(fault).toContain("'wallet.rows' needs the part of the build it belongs to")
})

it('the keys are typed by what they ask for, and the areas by what stands above texts', () => {
  const keys = keysModule(english)
  expect(keys).toContain("  'order.note': { name: string }\n  'order.paid': {}\n  'wallet.rows': { count: string }\n")
  expect(keys).toContain("export type Area =\n  | 'orders'\n  | 'wallet'\n")
})
