// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { renamed } from './contacts.ts'

const mine = 'K23456789T'

it('keeps the names each wallet gives apart from the names of another', () => {
  const one = renamed({}, [mine, 'B'], { of: mine, id: 'X', name: ' Aunt ' })
  const both = renamed(one, [mine, 'B'], { of: 'B', id: 'X', name: 'Landlord' })
  expect(both).toEqual({ [mine]: { X: 'Aunt' }, B: { X: 'Landlord' } })
  expect(renamed(both, [mine, 'B'], { of: mine, id: 'Y', name: ` ${'a'.repeat(99)}` })[mine]?.Y).toHaveLength(99)
  expect(renamed(both, [mine, 'B'], { of: mine, id: 'Y', name: '\u200b\u2060' })[mine]).toEqual({ X: 'Aunt' })
})

it('takes a name away with an empty one, and all names of a wallet that this device forgot', () => {
  const kept = { [mine]: { X: 'Aunt' }, gone: { Y: 'Bob' } }
  expect(renamed(kept, [mine], { of: mine, id: 'Z', name: 'Cat' })).toEqual({ [mine]: { X: 'Aunt', Z: 'Cat' } })
  expect(renamed(kept, [mine], { of: mine, id: 'X', name: '  ' })).toEqual({})
})
