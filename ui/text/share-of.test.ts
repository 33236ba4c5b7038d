import { expect, it } from 'vitest'
import { shareOf } from './share-of.ts'

it('is a share of an amount, never more than it, at the two decimals people type', () => {
  expect(shareOf('98.7654321', 25n)).toBe('24.69')
  expect(shareOf('98.7654321', 50n)).toBe('49.38')
  expect(shareOf('98.7654321', 100n)).toBe('98.76')
  expect(shareOf('92233720368.54775807', 100n)).toBe('92233720368.54')
  expect(shareOf('1000', 25n)).toBe('250')
  expect(shareOf('0.05', 50n)).toBe('0.02')
})

it('is empty where nothing is left that can be typed', () => {
  expect(shareOf('0.03', 25n)).toBe('')
  expect(shareOf('0.00999999', 100n)).toBe('')
  expect(shareOf('0', 100n)).toBe('')
  expect(shareOf('', 100n)).toBe('')
})

it('is all of it, to the last digit, where all decimals can be typed', () => {
  expect(shareOf('500.7004201', 100n, 8)).toBe('500.7004201')
  expect(shareOf('0.00000001', 100n, 8)).toBe('0.00000001')
})
