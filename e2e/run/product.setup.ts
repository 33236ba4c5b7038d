import type { TestProject } from 'vitest/node'
import { freePort } from '#engine/own-postgres/postgres-cluster.server.ts'
import { endProduct, newFolder, type Product, removeData, startProduct } from './product.ts'

export type SharedProduct = Pick<Product, 'address' | 'dataDir'> & {
  readonly pushPort: number
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One per worker. */
    products: readonly SharedProduct[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const make = async () => {
    const pushPort = await freePort()
    return { product: await startProduct(newFolder(), false, `127.0.0.1:${pushPort}`), pushPort }
  }
  // The first one builds the app.
  const first = await make()
  const others = Array.from({ length: (Number(project.config.maxWorkers) || 1) - 1 }, make)
  const made = [first, ...(await Promise.all(others))]
  project.provide(
    'products',
    made.map(({ product: { address, dataDir }, pushPort }) => ({ address, dataDir, pushPort })),
  )
  return async () => {
    const left = (await Promise.all(made.map(({ product }) => endProduct(product)))).flat()
    if (left.length > 0) throw new Error(`the product left processes behind: ${left.join(', ')}`)
    for (const { product } of made) removeData(product)
  }
}
