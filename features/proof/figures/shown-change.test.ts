import { expect, it } from 'vitest'
import { shownChange } from './shown-change.ts'

const args = JSON.stringify({ args: ['pool', 'dual'], reason: 'growth' })
const changed = JSON.stringify({ lines: ['+ 5 USDT'] })
const told = JSON.stringify({ lines: ['a wallet was closed'] })

it('shows what an operator typed, with its options, and what changed', () => {
  expect(shownChange({ args, changed, told: null })).toEqual({
    ...{ typed: 'pool dual --reason growth', lines: ['+ 5 USDT'], isPart: false },
  })
})

it('shows only the public part of a change that names a wallet', () => {
  expect(shownChange({ args, changed, told })).toEqual({ typed: '', lines: ['a wallet was closed'], isPart: true })
})

it('shows nothing where the words, the change or both are public only as a digest', () => {
  expect(shownChange({ args: null, changed, told: null })).toBeUndefined()
  expect(shownChange({ args, changed: null, told: null })).toBeUndefined()
  expect(shownChange({ args: null, changed: null, told: null })).toBeUndefined()
  expect(shownChange({ args: '{', changed, told: 'null' })).toBeUndefined()
})
