import { afterEach, expect, it } from 'vitest'
import { outcomeOf } from '#kit/wire/implement.api.ts'
import { getProduct, getTerms, listProducts } from '../investing.contract.ts'
import { type QueueWorld, queueWorld } from '../reservations/test-queue.ts'

let world: QueueWorld
const opened = async () => {
  world = await queueWorld()
  await world.bringCapital({ ATMC: '1000000', WLD: '100000' })
  const [reader, other] = [await world.holder(), await world.holder()]
  // Leaves a rest of quota, cap and pool that is neither full nor at a digit boundary.
  await world.buy(other, { amount: '250' })
  await world.buy(other, { productId: 26, amount: '1250' })
  return { reader, other }
}
afterEach(() => world.close())

const keyOf = async (refused: Promise<unknown>) => {
  const outcome = await outcomeOf(() => refused)
  return 'refusal' in outcome ? { key: outcome.refusal.key, params: outcome.refusal.params } : 'done'
}

it('shows no purchase of another to a reader that asks before and after it', async () => {
  const { reader, other } = await opened()
  const readAll = async () => [
    await world.call(listProducts, reader, {}),
    await world.call(getTerms, reader, { productId: 1 }),
    await world.call(getTerms, reader, { productId: 26 }),
    await world.call(getProduct, reader, { productId: 1 }),
  ]
  const before = await readAll()
  await world.buy(other, { amount: '33' })
  await world.buy(other, { productId: 26, amount: '123.45' })
  expect(await readAll()).toEqual(before)
  const { product } = await world.call(getTerms, reader, { productId: 1 })
  expect(product).toMatchObject({ quota: { daily: '1000', left: '700' }, poolFree: '900' })
  const packages = await world.call(getTerms, reader, { productId: 26 })
  expect(packages.product).toMatchObject({ caps: { day: '5000', dayLeft: '3000', wallet: '2000' }, poolFree: '900000' })
})

it('tells by no quote more of what is left than is shown, at whatever amount', async () => {
  const { reader, other } = await opened()
  const readQuotes = async () => {
    const quotes = []
    for (const amount of ['700', '700.01', '720', '750', '799', '800', '900'])
      quotes.push((await world.call(getProduct, reader, { productId: 1, amount, days: 7 })).quote)
    for (const amount of ['999', '1000', '1001', '1800', '1999', '2000'])
      quotes.push((await world.call(getProduct, reader, { productId: 26, amount })).quote)
    return quotes.map((quote) => [quote?.problem, quote?.reservation])
  }
  const before = await readQuotes()
  await world.buy(other, { amount: '33' })
  await world.buy(other, { productId: 26, amount: '123.45' })
  expect(await readQuotes()).toEqual(before)
  const [fits, queues] = [before[0], before[1]]
  expect([fits, queues]).toEqual([
    [null, null],
    [null, { prepaid: '7.0001', credit: '700.01', ahead: 0 }],
  ])
})

it('tells by no place in the queue more than is shown either, and takes what may not fit', async () => {
  const refusals = []
  for (const bought of ['10', '45']) {
    const { reader, other } = await opened()
    await world.buy(other, { amount: bought })
    refusals.push(await keyOf(world.reserve(reader, { amount: '700' })))
    // 740 and 705 are left; an amount in between can be reserved in both cases.
    refusals.push(await keyOf(world.reserve(reader, { amount: '720' })))
    if (bought === '10') await world.close()
  }
  const notNeeded = { key: 'invest.reservation_not_needed', params: {} }
  expect(refusals).toEqual([notNeeded, 'done', notNeeded, 'done'])
})

it('tells a wallet that could not pay nothing by refusing a purchase', async () => {
  const { other } = await opened()
  const poor = await world.wallet({ USDT: '20' })
  const refusals = async () => [
    await keyOf(world.buy(poor, { amount: '749' })),
    await keyOf(world.buy(poor, { amount: '751' })),
    await keyOf(world.buy(poor, { productId: 26, amount: '1249' })),
    await keyOf(world.buy(poor, { productId: 26, amount: '1251' })),
  ]
  const before = await refusals()
  await world.buy(other, { amount: '33' })
  expect(await refusals()).toEqual(before)
  const insufficient = { key: 'balance.insufficient', params: { coin: 'USDT' } }
  expect(before).toEqual([insufficient, insufficient, insufficient, insufficient])
})

it('sells exactly what is left all the same, and a refusal names an amount that fits', async () => {
  const { reader, other } = await opened()
  const full = { key: 'invest.quota_full', params: { left: '700', coin: 'USDT' } }
  expect(await keyOf(world.buy(reader, { amount: '750.01' }))).toEqual(full)
  expect(await keyOf(world.buy(other, { amount: '750' }))).toBe('done')
  // 3,750 of 5,000 are left, so a wallet may take 1,250. The error uses only the first digit, 3,000, and shows 500.
  const wallet = { key: 'invest.wallet_quota', params: { left: '500', most: '2000' } }
  expect(await keyOf(world.buy(reader, { productId: 26, amount: '1250.01' }))).toEqual(wallet)
  expect(await keyOf(world.buy(reader, { productId: 26, amount: '1250' }))).toBe('done')
})
