import { inject } from 'vitest'
import { expect } from '#kit/expect.ts'
import type { SharedProduct } from './product.setup.ts'

const place = Number(process.env.VITEST_POOL_ID) - 1
const found = inject('products')[place]
expect(found, `worker ${place + 1} has a product`)

/** This worker's product. */
export const shared: SharedProduct = found
