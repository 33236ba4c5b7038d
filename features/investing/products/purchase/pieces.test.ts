import { describe, expect, it } from 'vitest'
import { isEqual, partOf, piecesTyped, timesAmount } from './pieces.ts'

describe('a number of pieces', () => {
  it('is a whole number from 1 to the most, in the digits of any script', () => {
    expect(['1', '20', ' 7 ', '007', '٣', '１２', '१०', '๙'].map((text) => piecesTyped(text, 20))).toEqual([
      '1',
      '20',
      '7',
      '7',
      '3',
      '12',
      '10',
      '9',
    ])
    expect(piecesTyped('', 20)).toBe('')
  })

  it('stays what it was where something else is typed', () => {
    for (const text of ['0', '21', '1.5', '1,5', '-1', '1e1', 'two', '9999999'])
      expect([text, piecesTyped(text, 20)]).toEqual([text, undefined])
  })

  it('times a price is the price of all, and an amount is shared out rounded down', () => {
    expect(timesAmount('500.25', 3)).toBe('1500.75')
    expect(partOf('100', 3)).toBe('33.33333333')
    expect([partOf('100', 1), partOf('100', 2)]).toEqual(['100', '50'])
    expect(timesAmount('', 2)).toBe('0')
    expect(partOf(undefined, 3)).toBeUndefined()
    expect([isEqual('1500.00', '1500'), isEqual('1500.01', '1500')]).toEqual([true, false])
  })
})
