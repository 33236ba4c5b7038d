import { expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '#ledger/audit.store.ts'
import { getProduct } from '../investing.contract.ts'
import { investingWorld } from '../test-world.ts'
import { openOrders, type Purchase } from './open-orders.server.ts'

it('opens orders of several lines in one transaction: none is promised what another one was, and one refused harms no other', async () => {
  // A round of 100 USDT promises 0.1, so this pool covers 5 but not 6.
  const world = await investingWorld({ USDT: '0.59999999' })
  const wallets: WalletId[] = []
  for (let count = 0; count < 8; count += 1) wallets.push(await world.wallet({ USDT: '200', ATMC: '2000' }))
  const poor = await world.wallet({ USDT: '1', ATMC: '400' })
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = wallets as [
    WalletId,
    WalletId,
    WalletId,
    WalletId,
    WalletId,
    WalletId,
    WalletId,
    WalletId,
  ]
  const cardOf = async (productId: number) => (await world.call(getProduct, first, { productId })).card
  const [card, compound] = [await cardOf(1), await cardOf(20)]
  const purchase = (walletId: WalletId, input: Partial<Purchase['input']> = {}): Purchase => ({
    input: { productId: 1, amount: '100', days: 7, reinvest: false, card: card.hash, ...input },
    call: { walletId, requestId: world.newKey(), now: world.clock.now() },
  })
  const asked = [
    purchase(first),
    purchase(poor),
    purchase(second, { card: compound.hash }),
    purchase(third),
    purchase(fourth, { productId: 999 }),
    purchase(fifth, { amount: '200' }),
    purchase(sixth),
    purchase(seventh),
    purchase(eighth, { productId: 20, card: compound.hash, days: undefined, reinvest: undefined }),
  ]
  const outcomes = await world.db.transaction((tx) => openOrders(tx, asked))
  expect(
    outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.key : outcome.answer.order.walletId)),
  ).toEqual([
    first,
    'balance.insufficient',
    'invest.card_changed',
    third,
    'invest.product_missing',
    fifth,
    sixth,
    'invest.pool_closed',
    eighth,
  ])
  expect(await world.free('USDT')).toBe(9_999_999n)
  expect(await audit(world.db)).toEqual([])
  await world.close()
})
