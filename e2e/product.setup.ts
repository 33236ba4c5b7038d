import type { TestProject } from 'vitest/node'
import { freePort } from '#engine/postgres-cluster.server.ts'
import { endProduct, newFolder, removeData, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product under test answers, e.g. http://127.0.0.1:41234. */
    address: string
    dataDir: string
    /** A port of this machine that the product sends messages for devices to. */
    pushPort: number
  }
}

/** Starts the product as a person would, on a port and in a folder of its own, and ends it after the journeys. */
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
