import { isQuantity, readQuantity } from '#kit/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { askNode } from '../ask-node.ts'
import type { houseStatus } from './status.contract.ts'

export type NetworkStatus = OutputOf<typeof houseStatus>['networks'][number]

/** The newest block of a chain by a node that is not the house; undefined where none is named, or it does not answer. */
export async function newestBlock(node: string): Promise<number | undefined> {
  const result = await askNode(node, 'eth_blockNumber', [])
  return isQuantity(result, 12) ? Number(readQuantity(result, 12)) : undefined
}

/** How many blocks the house has still to read, and whether this device found the newest block itself; undefined before the house read any. */
export function behindOf({ head, read }: Pick<NetworkStatus, 'head' | 'read'>, asked: number | undefined) {
  if (read === null) return undefined
  return { blocks: Math.max(0, (asked ?? head) - read), isRead: asked !== undefined }
}
