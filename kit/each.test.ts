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

it('lets no other wait for one that takes long, and begins nothing more after an error', async () => {
  const done: number[] = []
  let end = (): void => {}
  const all = eachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    if (item === 1) await new Promise<void>((ended) => (end = ended))
    done.push(item)
    if (item === 5) end()
  })
  await all
  expect(done).toEqual([2, 3, 4, 5, 1])
  const begun: number[] = []
  const failing = eachAtOnce([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item)
    await Promise.resolve()
    if (item === 2) throw new Error('failed at 2')
  })
  await expect(failing).rejects.toThrow('failed at 2')
  expect(begun).not.toContain(5)
})
