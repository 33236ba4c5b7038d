import { expect, it } from 'vitest'
import { softHyphens } from './soft-hyphens.ts'

const shown = (text: string) => softHyphens(text).replaceAll('\u00ad', '|')

it('lets a long word go on in the next line between two of its syllables', () => {
  expect(shown('Node recruitment')).toBe('Node recruit|ment')
  expect(shown('Reservations')).toBe('Reser|va|tions')
  expect(shown('Whitepaper')).toBe('Whi|te|pa|per')
  expect(shown('Knoten-Anwerbung')).toBe('Knoten-Anwer|bung')
  expect(shown('Auszahlen')).toBe('Aus|zah|len')
  expect(shown('Offizielle Website')).toBe('Offi|zielle Website')
  expect(shown('Инвестировать')).toBe('Инвес|ти|ро|вать')
  expect(shown('Инвестициялау')).toBe('Инвес|ти|ция|лау')
})

it('keeps together what is said as one, and what is short', () => {
  expect(shown('Berechtigung')).toBe('Berech|ti|gung')
  expect(shown('Benachrichtigung')).toBe('Benachrich|ti|gung')
  expect(shown('Packages')).toBe('Packages')
  expect(shown('World Coin')).toBe('World Coin')
})

it('leaves alone what a translator has parted, and what has other letters', () => {
  expect(shown('Reservie\u00adrungen')).toBe('Reservie|rungen')
  expect(shown('招聘节点计划')).toBe('招聘节点计划')
})
