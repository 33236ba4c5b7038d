import { describe, expect, it } from 'vitest'
import { turns } from '../test/test-until.ts'
import { batched } from './batch.ts'

function held() {
  const groups: string[][] = []
  const gates: (() => void)[] = []
  const work = async (items: readonly string[]) => {
    groups.push([...items])
    await new Promise<void>((go) => gates.push(go))
    return items.map((item) => item.toUpperCase())
  }
  return { groups, work, turn: turns, let: () => gates.shift()?.() }
}

describe('what is done together', () => {
  it('takes whoever comes alone at once, and who waits meanwhile together, in order', async () => {
    const { groups, work, turn, let: letGo } = held()
    const ask = batched(work)
    const answers = [ask('a')]
    await turn()
    answers.push(ask('b'), ask('c'))
    await turn()
    expect(groups).toEqual([['a']])
    letGo()
    await turn()
    expect(groups).toEqual([['a'], ['b', 'c']])
    letGo()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  it('keeps two of one name apart, in one group and across lanes, and in their order', async () => {
    const { groups, work, turn, let: letGo } = held()
    const ask = batched(work, { lanes: 2, apart: (item) => item[0] ?? '' })
    const answers = [ask('a1'), ask('a2'), ask('b1')]
    await turn()
    expect(groups).toEqual([['a1', 'b1']])
    answers.push(ask('a3'), ask('c1'))
    await turn()
    expect(groups).toEqual([['a1', 'b1'], ['c1']])
    letGo()
    await turn()
    expect(groups).toEqual([['a1', 'b1'], ['c1'], ['a2']])
    letGo()
    letGo()
    await turn()
    letGo()
    expect(await Promise.all(answers)).toEqual(['A1', 'A2', 'B1', 'A3', 'C1'])
  })

  it('is never stuck behind a name whose lane ended', async () => {
    const ask = batched(async (items: readonly number[]) => items, { lanes: 2, apart: (item) => `${item % 3}` })
    const answers = await Promise.all(Array.from({ length: 500 }, (_, place) => ask(place)))
    expect(answers).toEqual(Array.from({ length: 500 }, (_, place) => place))
  })

  it('lets one that is left to go on by itself hold up nobody but its own name', async () => {
    const groups: string[][] = []
    let end: (answer: string) => void = () => undefined
    const slow = new Promise<string>((done) => {
      end = done
    })
    const work = async (items: readonly string[]) => {
      groups.push([...items])
      return items.map((item) => (item === 'a1' ? slow : item.toUpperCase()))
    }
    const ask = batched(work, { apart: (item) => item[0] ?? '' })
    const answers = [ask('a1'), ask('a2'), ask('b1')]
    expect(await answers[2]).toBe('B1')
    answers.push(ask('c1'))
    expect(await answers[3]).toBe('C1')
    expect(groups).toEqual([['a1', 'b1'], ['c1']])
    end('late')
    expect(await Promise.all(answers)).toEqual(['late', 'A2', 'B1', 'C1'])
  })

  it('throws what the work throws at each of the group, and goes on', async () => {
    let times = 0
    const ask = batched(async (items: readonly number[]) => {
      times += 1
      if (items.includes(1)) throw new Error('no')
      return items
    })
    const first = Promise.allSettled([ask(1), ask(2)])
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask(3)).toBe(3)
    expect(times).toBe(2)
  })
})
