import { expect, it } from 'vitest'
import { textsOf } from '#kit/text/catalogue.server.ts'
import { languages } from '#locales/registry.ts'
import { powerCodes, recordCodes, recordTextId } from './record-types.ts'

it('follow the table of movements: coins in and out first, then line by line; those of POWER by number', () => {
  expect(recordCodes.slice(0, 10)).toEqual([0, 1, 2, 3, 100, 101, 116, 4, 5, 105])
  expect(recordCodes.indexOf(34)).toBe(recordCodes.indexOf(35) - 1)
  expect(powerCodes.slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  for (const codes of [recordCodes, powerCodes]) expect(new Set(codes).size).toBe(codes.length)
})

it.each(languages)('have a name in $name, every one', ({ tag }) => {
  const ids = [
    ...recordCodes.map((code) => recordTextId('USDT', code)),
    ...powerCodes.map((code) => recordTextId('POWER', code)),
  ]
  expect(ids.filter((id) => !textsOf(tag).get(id))).toEqual([])
})
