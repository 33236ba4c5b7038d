import { showUnits } from '#kit/amount/amount.ts'
import { randomHex } from '#kit/text/random.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { grantPackage } from '#products/lines/package/grant.server.ts'
import { loadProduct } from '#products/orders/products.store.ts'
import { reasonOf, unitsOf, walletOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

export const packageGrant: Verb = {
  words: 'package grant',
  guard: 'two',
  usage: '<wallet> <product> <coins> <reason>',
  summary:
    'Gives a wallet an asset package out of company capital, for a public reason: never for a deposit, a purchase or a recruit.',
  async run(operation) {
    const { args, db, clock } = operation
    const [typedId, productId, coins, ...words] = args
    const wallet = await walletOf(db, typedId)
    const { id: walletId } = wallet
    const reason = reasonOf(words, wallet)
    const units = unitsOf(coins, 'coins')
    const product = await loadProduct(db, wholeNumberOf(productId, 'product'))
    const pays = product.lineTerms?.pays
    if (product.line !== 'package' || !pays) throw new UsageError(`Product ${product.id} is no asset package.`)
    const left = showUnits(await balanceOf(db, company('capital'), pays))
    await makeChange(operation, {
      movesMoney: true,
      will: [`set ${showUnits(units)} ${pays} of ${left} ${pays} capital aside for ${walletId}: ${reason}`],
      told: [`set ${showUnits(units)} ${pays} of capital aside for a wallet, as package ${product.id}: ${reason}`],
      async apply(tx) {
        const key = `ops:package:${randomHex(12)}`
        const order = await grantPackage(tx, { walletId, productId: product.id, units, reason, key, at: clock.now() })
        return [`package ${order.id} releases ${showUnits(units)} ${pays} to ${walletId}: ${reason}`]
      },
    })
  },
}
