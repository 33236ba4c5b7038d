import type { OutputOf } from '#kit/wire/contract.ts'
import type { houseStatus } from './status.contract.ts'

export type NetworkStatus = OutputOf<typeof houseStatus>['networks'][number]

const patienceMs = 5_000

/** The newest block of a chain by a node that is not the house; undefined where none is named, or it does not answer. */
export async function newestBlock(node: string): Promise<number | undefined> {
  if (!node) return undefined
  try {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    })
    const { result } = (await response.json()) as { result?: unknown }
    return typeof result === 'string' && /^0x[0-9a-f]{1,12}$/i.test(result) ? Number(result) : undefined
  } catch {
    return undefined
  }
}

/** How many blocks the house has still to read, and whether this device found the newest block itself; undefined before the house read any. */
export function behindOf({ head, read }: Pick<NetworkStatus, 'head' | 'read'>, asked: number | undefined) {
  if (read === null) return undefined
  return { blocks: Math.max(0, (asked ?? head) - read), isRead: asked !== undefined }
}
