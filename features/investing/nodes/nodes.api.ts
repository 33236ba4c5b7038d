import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadBuyer } from '../products/buyer.store.ts'
import { loadProductFacts } from '../products/facts.store.ts'
import type { BuyerFacts } from '../products/line.ts'
import { problemOf, showProblem } from '../products/problem.ts'
import { type ProductFacts, showProduct } from '../products/product-view.ts'
import { loadProducts } from '../products/products.store.ts'
import { expectOnSale, periodOf, termsOf } from '../products/purchase.ts'
import { lineOf } from '../products/registry.ts'
import { listNodes } from './nodes.contract.ts'

type NodeItem = OutputOf<typeof listNodes>['items'][number]

function showNode(facts: ProductFacts, buyer: BuyerFacts): NodeItem {
  const { product, now } = facts
  const { productId, tier, base, minimum, realisedADay, state, openFrom } = showProduct(facts)
  const terms = termsOf(product, periodOf(product, undefined))
  const problem = problemOf(() => {
    expectOnSale(product, now)
    lineOf(product.line).gate?.(terms, buyer)
  })
  return {
    nodeId: productId,
    tier: tier ?? 1,
    base,
    price: minimum,
    weight: terms.weight ?? '0',
    realisedADay,
    state,
    openFrom,
    problem: showProblem(problem),
  }
}

const listNodesApi = implementRead(listNodes, async (_, { db, walletId, now }) => {
  const nodes = (await loadProducts(db)).filter(({ line }) => line === 'node')
  const buyer = await loadBuyer(db, walletId, 'node')
  const items = (await loadProductFacts(db, nodes, now)).map((facts) => showNode(facts, buyer))
  return { star: buyer.star, items: items.toSorted((one, other) => one.tier - other.tier || one.nodeId - other.nodeId) }
})

export const nodeCalls: readonly Implementation[] = [listNodesApi]
