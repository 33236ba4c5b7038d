import { expect, it } from 'vitest'
import { answers } from './envelope.ts'

it('answers with the codes of the specification', () => {
  expect(answers).toEqual({
    success: 0,
    refused: 400,
    signInAgain: 401,
    quiet: 402,
    stalled: 403,
    goHome: 407,
    maintenance: 408,
  })
})
