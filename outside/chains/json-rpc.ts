/** The node answered, and its answer was no. */
export class RpcRefused extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.name = 'RpcRefused'
    this.code = code
  }
}

/** No answer, or none that can be read. What was asked for may have happened all the same. */
export class RpcUnreachable extends Error {
  constructor(method: string, cause: unknown) {
    super(`${method}: no answer from the node`, { cause })
    this.name = 'RpcUnreachable'
  }
}

/** Asks one method of one node. @throws RpcRefused, RpcUnreachable */
export type Rpc = (method: string, params?: readonly unknown[]) => Promise<unknown>

type Answer = { readonly result?: unknown; readonly error?: { readonly code?: number; readonly message?: string } }

/** Speaks JSON-RPC over HTTP with one node. One call a request: batches may be run out of order. */
export function jsonRpc(url: string, timeoutMs = 10_000): Rpc {
  return async (method, params = []) => {
    let answer: Answer
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        // A node is where the configuration says, and nowhere it sends us.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = (await response.json()) as Answer
    } catch (cause) {
      throw new RpcUnreachable(method, cause)
    }
    if (answer === null || typeof answer !== 'object' || (!('result' in answer) && !answer.error))
      throw new RpcUnreachable(method, 'the answer holds neither a result nor an error')
    if (answer.error) throw new RpcRefused(method, answer.error.code ?? 0, answer.error.message ?? 'no reason given')
    return answer.result
  }
}
