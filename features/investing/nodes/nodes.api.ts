import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadProducts } from '#products/orders/products.store.ts'
import { loadBuyer } from '#products/purchase/buyer.store.ts'
import { loadProductFacts } from '#products/purchase/facts.server.ts'
import type { ProductFacts } from '#products/purchase/product-facts.ts'
import { lineOf } from '#products/registry.ts'
import type { BuyerFacts } from '#products/terms/line.ts'
import { problemOf, showProblem } from '#products/terms/problem.ts'
import { expectOnSale, periodOf, termsOf } from '#products/terms/purchase.ts'
import { showProduct } from '../products/detail/product-view.ts'
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
