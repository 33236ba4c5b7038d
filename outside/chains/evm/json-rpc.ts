export class RpcRefused extends Error {
  readonly code: number
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`)
    this.name = 'RpcRefused'
    this.code = code
  }
}

/** No readable answer. The request may still have taken effect. */
export class RpcUnreachable extends Error {
  constructor(method: string, cause: unknown) {
    super(`${method}: no answer from the node`, { cause })
    this.name = 'RpcUnreachable'
  }
}

/** @throws RpcRefused, RpcUnreachable */
export type Rpc = (method: string, params?: readonly unknown[]) => Promise<unknown>

type Answer = { readonly result?: unknown; readonly error?: { readonly code?: number; readonly message?: string } }

/** One call per request, because nodes may reorder batches. */
export function jsonRpc(url: string, timeoutMs = 10_000): Rpc {
  return async (method, params = []) => {
    let answer: Answer
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        // Never follow a node's redirects.
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
