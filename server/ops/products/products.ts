import { countProduct } from '#products/orders/orders.store.ts'
import { loadProduct, loadProducts } from '#products/orders/products.store.ts'
import { changeTerms, endSale, openSale } from '#products/purchase/change.store.ts'
import type { Product } from '#products/terms/order.ts'
import { momentOf, reasonOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'
import { expectNothingSettling } from '../money/settling.ts'
import { isTerm, termsText, withTerms } from './product-terms.ts'

const productOf = ({ db, args }: Operation): Promise<Product> => loadProduct(db, wholeNumberOf(args[0], 'product'))
const isEnded = ({ endedAt }: Product, now: Date): boolean => endedAt !== undefined && endedAt <= now
const nameOf = ({ id, line, base, side }: Product): string => `product ${id} (${line} ${base}${side ? `+${side}` : ''})`

export const productList: Verb = {
  words: 'product list',
  guard: 'none',
  usage: '',
  summary: 'Shows every product: whether it is sold, since or from when, and the terms it is offered at.',
  async run({ db, clock, say }) {
    const now = clock.now()
    for (const product of await loadProducts(db)) {
      const { openFrom, endedAt, termsVersion } = product
      const state = isEnded(product, now)
        ? `ended ${endedAt?.toISOString().slice(0, 16)}`
        : `${openFrom > now ? 'upcoming' : 'open'} from ${openFrom.toISOString().slice(0, 16)}`
      say(`${nameOf(product)}  ${state}  terms ${termsVersion}: ${termsText(product).join(' ')}`)
    }
  },
}

export const productOpen: Verb = {
  words: 'product open',
  guard: 'two',
  isPublic: true,
  usage: '<product> <reason> [--from 2026-12-01T09:00Z]',
  flags: { from: { type: 'string' } },
  summary:
    'Sells a product, now or from a moment on: until then it is shown as upcoming. One that was ended is sold again.',
  async run(operation) {
    const { args, clock, flags } = operation
    const product = await productOf(operation)
    const reason = reasonOf(args.slice(1))
    const now = clock.now()
    const from = flags.from === undefined ? now : momentOf(flags.from, '--from')
    if (from < now) throw new UsageError('--from: not before now')
    if (!isEnded(product, now) && product.openFrom <= now && flags.from === undefined)
      throw new UsageError(`${nameOf(product)} is sold already`)
    const said = `${nameOf(product)} from ${from.toISOString().slice(0, 16)}Z`
    await makeChange(operation, {
      movesMoney: false,
      will: [`sell ${said}${isEnded(product, now) ? ', which was ended' : ''}: ${reason}`],
      async apply(tx) {
        await expectNothingSettling(tx, clock.now())
        await openSale(tx, product.id, from)
        return [`${said} is sold`]
      },
    })
  },
}

export const productEnd: Verb = {
  words: 'product end',
  guard: 'one',
  isPublic: true,
  usage: '<product> <reason>',
  summary: 'Sells a product no more. Its orders run to the end of their round and do not renew; its queue goes home.',
  async run(operation) {
    const { args, clock, db } = operation
    const product = await productOf(operation)
    const reason = reasonOf(args.slice(1))
    if (isEnded(product, clock.now())) throw new UsageError(`${nameOf(product)} is ended already`)
    const { running, queued } = await countProduct(db, product.id)
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `sell ${nameOf(product)} no more: ${reason}`,
        `${running} orders run to the end of their round and do not renew; ${queued} in its queue go home at midnight, prepayment and credit in hand`,
      ],
      async apply(tx) {
        const at = clock.now()
        await expectNothingSettling(tx, at)
        await endSale(tx, product.id, at)
        return [`${nameOf(product)} is ended: ${reason}`]
      },
    })
  },
}

export const productTerms: Verb = {
  words: 'product terms',
  guard: 'two',
  isPublic: true,
  usage: '<product> <term>=<value> … <reason>',
  summary:
    'Changes the terms a product is offered at: minimum=20 7d.rate=0.0012. Running orders keep theirs, and do not renew.',
  async run(operation) {
    const { args, clock, db } = operation
    const product = await productOf(operation)
    const words = args.slice(1)
    const firstOfReason = words.findIndex((word) => !isTerm(word))
    const typed = firstOfReason < 0 ? words : words.slice(0, firstOfReason)
    if (typed.length === 0) throw new UsageError(`Its terms are ${termsText(product).join(' ')}`)
    const reason = reasonOf(words.slice(typed.length))
    const [before, after] = [termsText(product), termsText(withTerms(product, typed))]
    const changed = after.filter((term) => !before.includes(term))
    if (changed.length === 0) throw new UsageError('These are its terms already')
    const { running } = await countProduct(db, product.id)
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `offer ${nameOf(product)} at ${changed.join(' ')}, now ${before.filter((term) => !after.includes(term)).join(' ')}: ${reason}`,
        `${running} orders keep the terms they were bought at; those of a round do not renew`,
      ],
      async apply(tx) {
        await expectNothingSettling(tx, clock.now())
        await changeTerms(tx, withTerms(await loadProduct(tx, product.id), typed))
        const { termsVersion } = await loadProduct(tx, product.id)
        return [`${nameOf(product)} is offered at ${changed.join(' ')}, terms ${termsVersion}`]
      },
    })
  },
}

export const productVerbs: readonly Verb[] = [productList, productOpen, productEnd, productTerms]
