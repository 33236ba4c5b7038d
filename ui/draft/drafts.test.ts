import { expect, it } from 'vitest'
import { areDrafts, draftOf, withDraft } from './drafts.ts'

const day = 24 * 60 * 60 * 1000
const mine = 'K23456789T'
const others = 'B23456789T'
const order = { amount: '500', days: '7' }

it('keeps what was typed into each form, apart for each wallet, and the newest of a form', () => {
  const one = withDraft({}, [mine, others], { of: mine, form: 'buy 1', fields: { amount: '1' }, at: 10 })
  const two = withDraft(one, [mine, others], { of: mine, form: 'buy 1', fields: order, at: 20 })
  const three = withDraft(two, [mine, others], { of: others, form: 'buy 1', fields: { amount: '9' }, at: 30 })
  expect(draftOf(three, mine, 'buy 1', 40)).toEqual(order)
  expect(draftOf(three, others, 'buy 1', 40)).toEqual({ amount: '9' })
  expect(draftOf(three, mine, 'buy 2', 40)).toBeUndefined()
  expect(draftOf({}, mine, 'buy 1', 40)).toBeUndefined()
})

it('forgets a draft that was sent, and no other', () => {
  const both = withDraft(withDraft({}, [mine], { of: mine, form: 'a', fields: order, at: 1 }), [mine], {
    of: mine,
    form: 'b',
    fields: order,
    at: 2,
  })
  const left = withDraft(both, [mine], { of: mine, form: 'a', fields: undefined, at: 3 })
  expect(left).toEqual({ [mine]: { b: { at: 2, fields: order } } })
  expect(withDraft(left, [mine], { of: mine, form: 'b', fields: undefined, at: 4 })).toEqual({})
})

it('forgets after three days, beyond twenty forms, and with the wallet', () => {
  const kept = withDraft({}, [mine], { of: mine, form: 'a', fields: order, at: 1000 })
  expect(draftOf(kept, mine, 'a', 1000 + 3 * day - 1)).toEqual(order)
  expect(draftOf(kept, mine, 'a', 1000 + 3 * day)).toBeUndefined()
  const later = withDraft(kept, [mine], { of: mine, form: 'b', fields: order, at: 1000 + 3 * day })
  expect(Object.keys(later[mine] ?? {})).toEqual(['b'])
  expect(withDraft(kept, [others], { of: others, form: 'b', fields: order, at: 2000 })).toEqual({
    [others]: { b: { at: 2000, fields: order } },
  })
  let many = {}
  for (let at = 1; at <= 21; at += 1) many = withDraft(many, [mine], { of: mine, form: `f${at}`, fields: order, at })
  expect(draftOf(many, mine, 'f1', 30)).toBeUndefined()
  expect(draftOf(many, mine, 'f2', 30)).toEqual(order)
  expect(draftOf(many, mine, 'f21', 30)).toEqual(order)
})

it('takes nothing for drafts that is none', () => {
  expect(areDrafts({ [mine]: { a: { at: 1, fields: { amount: '1' } } } })).toBe(true)
  for (const wrong of [null, [null], { a: null }, { a: { b: {} } }, { a: { b: { at: '1', fields: {} } } }])
    expect(areDrafts(wrong)).toBe(false)
  expect(areDrafts({ a: { b: { at: 1, fields: { amount: 1 } } } })).toBe(false)
})
