import { describe, expect, it } from 'vitest'
import { changesOf, idOf, knownOf, type LiveState, readId } from './live-state.ts'

const empty: LiveState = { balance: [], deposit: [], withdrawal: [], order: [], notice: [], chat: [], otc: [] }
const paid: LiveState = { ...empty, balance: ['usdt 5', 'wld 0'], deposit: ['7 confirming 3'] }
const kinds = (changes: ReturnType<typeof changesOf>) => changes.map(({ kind, items }) => [kind, ...items])

describe('what one is told', () => {
  it('is nothing, to one who knows the state', () => {
    expect(changesOf(knownOf(paid), paid, undefined)).toEqual([])
  })

  it('is every kind that differs, all of it when nobody knows what was there', () => {
    expect(kinds(changesOf(knownOf(empty), paid, undefined))).toEqual([
      ['balance', 'usdt 5', 'wld 0'],
      ['deposit', '7 confirming 3'],
    ])
  })

  it('is only the items that changed, to one who knew the last look', () => {
    const next = { ...paid, balance: ['usdt 9', 'wld 0'] }
    expect(kinds(changesOf(knownOf(paid), next, paid))).toEqual([['balance', 'usdt 9']])
    expect(kinds(changesOf(knownOf(empty), next, paid))[0]).toEqual(['balance', 'usdt 9', 'wld 0'])
  })

  it('leads to knowing the state, one event after the other', () => {
    const changes = changesOf(knownOf(empty), paid, empty)
    expect(changes.at(-1)?.known).toEqual(knownOf(paid))
    const [first] = changes
    expect(kinds(changesOf(first?.known ?? knownOf(empty), paid, paid))).toEqual([['deposit', '7 confirming 3']])
  })
})

describe('an id', () => {
  it('is read as it was written', () => {
    expect(readId(idOf(knownOf(paid)))).toEqual(knownOf(paid))
  })

  it('is not believed in another form', () => {
    for (const id of ['', '5', `${idOf(knownOf(paid))}.x`, idOf(knownOf(paid)).replace('.', ';')])
      expect(readId(id), id).toBeUndefined()
  })
})
