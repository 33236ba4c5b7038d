import { showUnits } from '#kit/amount/amount.ts'
import { loadProduct, setSale } from '#products/orders/products.store.ts'
import { largestQueued } from '#products/reservations/reservations.store.ts'
import { choiceOf, reasonOf, unitsOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

export const productQuota: Verb = {
  words: 'product quota',
  guard: 'two',
  mayTighten: 'selling less harms nobody',
  isPublic: true,
  usage: '<product> <amount of base coin, or none> <reason>',
  summary: 'Sets how much of a product is sold a day. Renewals take none; what does not fit can be reserved.',
  async run(operation) {
    const { args, db } = operation
    const product = await loadProduct(db, wholeNumberOf(args[0], 'product'))
    const units = args[1] === 'none' ? undefined : unitsOf(args[1])
    const reason = reasonOf(args.slice(2))
    const largest = await largestQueued(db, product.id)
    // An order above the quota would block its queue forever.
    if (units !== undefined && units < largest)
      throw new UsageError(`An order of ${showUnits(largest)} ${product.base} queues: the quota cannot be below it.`)
    const said = (quota: bigint | undefined) =>
      quota === undefined ? 'no quota' : `${showUnits(quota)} ${product.base} a day`
    await makeChange(operation, {
      movesMoney: false,
      tightens: units !== undefined && (product.quotaUnits === undefined || units < product.quotaUnits),
      will: [`sell ${said(units)} of product ${product.id}, now ${said(product.quotaUnits)}: ${reason}`],
      async apply(tx) {
        await setSale(tx, product.id, { quotaUnits: units, needsReservation: product.needsReservation ?? false })
        return [`product ${product.id} sells ${said(units)}`]
      },
    })
  },
}

export const productReservation: Verb = {
  words: 'product reservation',
  guard: 'two',
  isPublic: true,
  usage: '<product> on|off <reason>',
  summary: 'Sells a dual product by reservation alone, or at once as far as its quota goes.',
  async run(operation) {
    const { args, db } = operation
    const product = await loadProduct(db, wholeNumberOf(args[0], 'product'))
    const needsReservation = choiceOf(args[1], ['on', 'off'], 'on or off') === 'on'
    const reason = reasonOf(args.slice(2))
    if (product.line !== 'dual') throw new UsageError('Only dual products have a queue.')
    const said = needsReservation ? 'by reservation alone' : 'at once'
    await makeChange(operation, {
      movesMoney: false,
      will: [`sell product ${product.id} ${said}: ${reason}`],
      async apply(tx) {
        await setSale(tx, product.id, { quotaUnits: product.quotaUnits, needsReservation })
        return [`product ${product.id} is sold ${said}`]
      },
    })
  },
}

export const saleVerbs: readonly Verb[] = [productQuota, productReservation]
