import { describe, expect, it } from 'vitest'
import { maskNickname } from './masked-nickname.ts'

describe('a nickname shown to somebody else', () => {
  it('keeps its ends and hides its length', () => {
    expect(maskNickname('Maria')).toBe('M•••a')
    expect(maskNickname('Maximilian')).toBe('M•••n')
  })

  it('gives away only one character of a short one', () => {
    expect(maskNickname('Al')).toBe('A•••')
    expect(maskNickname('X')).toBe('X•••')
    expect(maskNickname('  ')).toBe('')
  })

  it('never cuts a character in two', () => {
    expect(maskNickname('👩‍🚀 مریم 王')).toBe('👩‍🚀•••王')
  })
})
