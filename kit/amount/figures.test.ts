import { expect, it } from 'vitest'
import { latinFigures } from './figures.ts'

it('reads the figures of every script', () => {
  const scripts = [
    '０１２３４５６７８９',
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '๐๑๒๓๔๕๖๗๘๙',
    '០១២៣៤៥៦៧៨៩',
    '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
    '𝟿',
  ]
  expect(scripts.map(latinFigures)).toEqual([...Array<string>(7).fill('0123456789'), '9'])
  expect(latinFigures('a²½1')).toBe('a²½1')
})
