import type { Sql } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import type { buyOrder } from '../investing.contract.ts'
import type { Product } from '../orders/order.ts'
import { loadProduct } from './products.store.ts'

// Assumed: the number of a node is that of its product, as the number of a fund is; a purchase names one of the three.
/**
 * The product a purchase names: by its number alone, or by the number as that of a fund or a node, which it then is.
 * @throws field.required without a number, field.format with more than one, invest.product_missing
 */
export async function loadNamed(
  sql: Sql,
  { productId, fundId, nodeId }: Pick<InputOf<typeof buyOrder>, 'productId' | 'fundId' | 'nodeId'>,
): Promise<Product> {
  const [number, ...others] = [productId, fundId, nodeId].filter((each) => each !== undefined)
  if (number === undefined) fail('field.required', { field: 'id' })
  if (others.length > 0) fail('field.format', { field: 'id' })
  const product = await loadProduct(sql, number)
  const line = fundId !== undefined ? 'fund' : nodeId !== undefined ? 'node' : product.line
  return product.line === line ? product : fail('invest.product_missing')
}
