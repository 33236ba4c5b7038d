import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '#kit/test/test-until.ts'
import { endProduct, isAlive, type Product, pidsOf, removeData, startProduct } from '../run/product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(async () => {
  if (isAlive(product.supervisor.pid ?? 0)) await endProduct(product, 'SIGKILL')
  removeData(product)
})

const answers = async (): Promise<boolean> =>
  fetch(`${product.address}/api/openapi.json`).then(
    ({ ok }) => ok,
    () => false,
  )

it('answers, and starts every part again that is killed', async () => {
  expect(await answers()).toBe(true)
  const before = pidsOf(product.dataDir)
  for (const pid of before.slice(0, -1)) process.kill(pid, 'SIGKILL')
  await until('every part has another pid', () => {
    const now = pidsOf(product.dataDir)
    return now.length === before.length && now.every((pid) => isAlive(pid) && !before.includes(pid))
  })
  await until('it answers again', answers)
})

it('leaves no process behind when its supervisor is killed, and starts again without a hand', async () => {
  await until('it is whole', () => pidsOf(product.dataDir).every(isAlive))
  expect(await endProduct(product, 'SIGKILL')).toEqual([])
  product = await startProduct(product.dataDir)
  expect(await answers()).toBe(true)
})

it('stops cleanly on Ctrl-C, leaves nothing behind and goes on with what is there', async () => {
  expect(await endProduct(product, 'SIGINT')).toEqual([])
  product = await startProduct(product.dataDir)
  // Printed, not asserted, because machines differ.
  process.stdout.write(`started again: ready in ${Math.round(product.readyMs)} ms\n`)
  expect(await answers()).toBe(true)
  expect(await endProduct(product)).toEqual([])
})
