import { findWallet } from '#identity/wallet.store.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { cardOf } from '../../orders/card.ts'
import { addEvent } from '../../orders/order-history.store.ts'
import { insertOrder } from '../../orders/orders.store.ts'
import { keepCard, loadProduct } from '../../orders/products.store.ts'
import { lineOf } from '../../registry.ts'
import { coinsText } from '../../terms/coins-text.ts'
import type { Order } from '../../terms/order.ts'
import { startOfOrder } from '../../terms/order-time.ts'
import { periodOf, termsOf } from '../../terms/purchase.ts'

export type Grant = {
  readonly walletId: WalletId
  readonly productId: number
  /** In units. */
  readonly units: bigint
  /** Shown to the holder and in the public operator log. Must not be a deposit, a purchase or a referral. */
  readonly reason: string
  readonly key: string
  readonly at: Date
}

/**
 * Posts the coins from company capital immediately (code 0). Release starts at the next midnight. The order records the granted amount,
 * with a USDT value of zero. @throws identity.wallet_unknown, invest.product_missing, balance.insufficient if capital lacks the coins.
 */
export async function grantPackage(tx: Tx, { walletId, productId, units, reason, key, at }: Grant): Promise<Order> {
  if (!(await findWallet(tx, walletId))) fail('identity.wallet_unknown')
  const product = await loadProduct(tx, productId)
  const asset = product.lineTerms?.pays
  if (product.line !== 'package' || !asset) fail('invest.product_missing')
  const card = cardOf(product)
  await keepCard(tx, product, card)
  const order = await insertOrder(tx, {
    walletId,
    productId,
    figures: {
      terms: termsOf(product, periodOf(product, undefined)),
      baseUnits: 0n,
      sideUnits: 0n,
      promiseUnits: units,
      valueUnits: 0n,
      limitUnits: 0n,
      sideValueUnits: 0n,
      powerUnits: 0n,
      startsAt: startOfOrder(at, false),
      endsAt: undefined,
    },
    cardHash: card.hash,
    reinvest: false,
    at,
  })
  const postings = lineOf('package').open(order)
  expect(postings.length > 0, 'a grant sets coins aside')
  await post(tx, { key, at, ref: `order:${order.id}`, postings })
  await addEvent(tx, { order, at, kind: 'granted', params: { coins: coinsText({ asset, units }), reason } })
  return order
}
