import { describe, expect, it } from 'vitest'
import { comparePayer } from './payer-name.ts'

describe('the name on a payment', () => {
  it('is the same whatever its case, accents and order', () => {
    expect(comparePayer('José  Álvarez', 'ALVAREZ, JOSE')).toBe('same')
    expect(comparePayer('محمد علی', 'محمد علی')).toBe('same')
    expect(comparePayer('王 小明', '王小明')).toBe('same')
  })

  it('only looks like it with a letter of another alphabet, or a slip', () => {
    expect(comparePayer('Maria Lopez', 'Mаria Lopez')).toBe('similar')
    expect(comparePayer('Maria Lopez', 'Marla Lopez')).toBe('similar')
    expect(comparePayer('Bernard Hall', 'Bemard Hall')).toBe('similar')
    expect(comparePayer('Maria Lopez', 'Maria Lopes')).toBe('similar')
  })

  it('is another one, or none', () => {
    expect(comparePayer('Maria Lopez', 'Chen Wei')).toBe('other')
    expect(comparePayer('Ana', 'Eva')).toBe('other')
    expect(comparePayer('Ana', ' - ')).toBe('other')
    expect(comparePayer('', '')).toBe('other')
  })
})
