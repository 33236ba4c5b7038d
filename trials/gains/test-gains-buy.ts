import { accelerate } from '#features/investing/acceleration/acceleration.contract.ts'
import { buyOrder, getProduct, listProducts } from '#features/investing/investing.contract.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { callAs } from '#server/test/test-implementations.ts'
import type { Shown, YearWorld } from '../year/test-year-world.ts'

export type Bought = {
  readonly productId: number
  readonly amount: string
  readonly days?: number
  readonly reinvest?: boolean
}

export async function shelfOf(world: YearWorld, wallet: WalletId): Promise<readonly Shown[]> {
  const { shelf } = world
  if (shelf.items.length === 0) shelf.items = (await callAs(world, listProducts, wallet, {})).items
  return shelf.items
}

export async function cardOf(world: YearWorld, wallet: WalletId, productId: number): Promise<string> {
  const { cards } = world.shelf
  const known = cards.get(productId)
  if (known) return known
  const { card } = await callAs(world, getProduct, wallet, { productId })
  cards.set(productId, card.hash)
  return card.hash
}

/** Buys an order or marks compound principal. @throws Refusal */
export async function buyOf(world: YearWorld, wallet: WalletId, bought: Bought): Promise<void> {
  const { productId, amount, days, reinvest = false } = bought
  const product = (await shelfOf(world, wallet)).find((each) => each.productId === productId)
  const card = await cardOf(world, wallet, productId)
  if (product?.line === 'acceleration') {
    await callAs(world, accelerate, wallet, { productId, amount, card })
    return
  }
  const term = days ? { days } : {}
  const choice = product?.reinvests ? { reinvest } : {}
  await callAs(world, buyOrder, wallet, { productId, amount, card, ...term, ...choice })
}

/** Joins with the quote's minimum shares, like the screen. */
export async function joinMarketOf(world: YearWorld, wallet: WalletId): Promise<void> {
  const { dice } = world
  const markets = (await shelfOf(world, wallet)).filter(({ line }) => line === 'liquidity')
  const { productId, minimum } = dice.pick(markets)
  const amount = `${Number(minimum) * (1 + dice.below(20))}`
  const { quote, card } = await callAs(world, getProduct, wallet, { productId, amount, days: 7 })
  const agreed = quote ? { sideMax: quote.sideMost, ...(quote.shares ? { leastShares: quote.shares.least } : {}) } : {}
  await callAs(world, buyOrder, wallet, { productId, amount, days: 7, card: card.hash, ...agreed })
}
