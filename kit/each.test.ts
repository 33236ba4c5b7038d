import { expect, it } from 'vitest'
import { eachAtOnce, eachInTurn } from './each.ts'

it('tries all in turn, and then throws the first error', async () => {
  const tried: number[] = []
  const work = async (item: number) => {
    tried.push(item)
    if (item > 1) throw new Error(`failed at ${item}`)
  }
  await expect(eachInTurn([1, 2, 3], work)).rejects.toThrow('failed at 2')
  expect(tried).toEqual([1, 2, 3])
})

it('has no more under way at once than it may, and does all of them', async () => {
  let underWay = 0
  let peak = 0
  const done: number[] = []
  await eachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    underWay += 1
    peak = Math.max(peak, underWay)
    await Promise.resolve()
    underWay -= 1
    done.push(item)
  })
  expect(peak).toBe(2)
  expect(done).toEqual([1, 2, 3, 4, 5])
})
