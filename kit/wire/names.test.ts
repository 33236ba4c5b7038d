import * as v from 'valibot'
import { expect, it } from 'vitest'
import { exactAmount, page, typedAmount, wholeNumber } from './fields.ts'
import { fromWire, named, toWire, wireNameOf } from './names.ts'

const row = named(v.object({ orderId: v.number(), productId: v.number(), amount: exactAmount }), { orderId: 'id' })
const list = page(row)
const internalList = { items: [{ orderId: 7, productId: 2, amount: '1.5' }], next: '' }
const wireList = { items: [{ id: 7, productId: 2, number: '1.5' }], next: '' }

it('gives a thing the same name at the top and in lists, there and back', () => {
  expect(toWire(list, internalList)).toEqual(wireList)
  expect(fromWire(list, wireList)).toEqual(internalList)
})

it('goes through what may be null, left out or one of several', () => {
  const schema = v.object({
    maybe: v.nullable(v.optional(row)),
    either: v.union([v.object({ kind: v.literal('a'), remark: v.string() }), v.object({ kind: v.literal('b') })]),
  })
  const internal = { maybe: null, either: { kind: 'a', remark: 'x' } }
  expect(toWire(schema, internal)).toEqual({ maybe: null, either: { kind: 'a', real: 'x' } })
  expect(fromWire(schema, toWire(schema, internal))).toEqual(internal)
})

it('takes nothing under the name the company has for it', () => {
  const input = v.object({ productId: wholeNumber, amount: typedAmount })
  expect(fromWire(input, { id: 1, amount: '5', more: true }, { productId: 'id' })).toEqual({ productId: 1, more: true })
  expect(wireNameOf(input, 'productId', { productId: 'id' })).toBe('id')
})

it('leaves alone what has no names of its own: values by key, and whole answers of one name', () => {
  const params = v.object({ params: v.record(v.string(), v.string()) })
  const value = { params: { amount: '1' } }
  expect(toWire(params, value)).toBe(value)
})

it('refuses one name for two things', () => {
  const twice = v.object({ orderId: v.number(), id: v.number() })
  expect(() => toWire(twice, {}, { orderId: 'id' })).toThrow("'id' stands for one thing")
})
