import type { TestProject } from 'vitest/node'
import { freePort } from '#engine/postgres-cluster.server.ts'
import { endProduct, newFolder, removeData, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** For example http://127.0.0.1:41234. */
    address: string
    dataDir: string
    pushPort: number
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pushPort = await freePort()
  const product = await startProduct(newFolder(), false, `127.0.0.1:${pushPort}`)
  project.provide('pushPort', pushPort)
  project.provide('address', product.address)
  project.provide('dataDir', product.dataDir)
  return async () => {
    const left = await endProduct(product)
    if (left.length > 0) throw new Error(`the product left processes behind: ${left.join(', ')}`)
    removeData(product)
  }
}
