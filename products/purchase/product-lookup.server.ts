import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { loadProduct } from '../orders/products.store.ts'
import type { Product } from '../terms/order.ts'

type Named = {
  readonly productId?: number | undefined
  readonly fundId?: number | undefined
  readonly nodeId?: number | undefined
}

// Assumed: node and fund IDs are product IDs. A purchase names one of the three.
/**
 * @throws field.required without a number, field.format with more than one, invest.product_missing, invest.node_rule_wrong if the number is
 * not a node
 */
export async function lookUpProduct(sql: Sql, { productId, fundId, nodeId }: Named): Promise<Product> {
  const [number, ...others] = [productId, fundId, nodeId].filter((each) => each !== undefined)
  if (number === undefined) fail('field.required', { field: 'id' })
  if (others.length > 0) fail('field.format', { field: 'id' })
  const product = await loadProduct(sql, number)
  const line = fundId !== undefined ? 'fund' : nodeId !== undefined ? 'node' : product.line
  if (product.line === line) return product
  return fail(nodeId === undefined ? 'invest.product_missing' : 'invest.node_rule_wrong')
}
