import { isQuantity, readQuantity } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { askNode } from '../checks/ask-node.ts'
import type { companyStatus } from './status.contract.ts'

export type NetworkStatus = OutputOf<typeof companyStatus>['networks'][number]

/** From a third-party node; undefined without a node or an answer. */
export async function newestBlock(node: string): Promise<number | undefined> {
  const result = await askNode(node, 'eth_blockNumber', [])
  return isQuantity(result, 12) ? Number(readQuantity(result, 12)) : undefined
}

/** Blocks our reader is behind. Undefined before the first block was read. */
export function behindOf({ head, read }: Pick<NetworkStatus, 'head' | 'read'>, asked: number | undefined) {
  if (read === null) return undefined
  return { blocks: Math.max(0, (asked ?? head) - read), isRead: asked !== undefined }
}
