import { RpcRefused, RpcUnreachable } from '../evm/json-rpc.ts'

/** @throws RpcRefused, RpcUnreachable */
export type TronHttp = (path: string, question?: Readonly<Record<string, unknown>>) => Promise<unknown>

/** @param url without a path */
export function tronHttp(url: string, timeoutMs = 10_000): TronHttp {
  const root = url.replace(/\/+$/, '')
  return async (path, question = {}) => {
    let answer: unknown
    try {
      const response = await fetch(`${root}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      // A rate limit or gateway error, not the node's answer.
      if (!response.ok) throw new Error(`the node answered with status ${response.status}`)
      answer = await response.json()
    } catch (cause) {
      throw new RpcUnreachable(path, cause)
    }
    if (typeof answer !== 'object' || answer === null) throw new RpcUnreachable(path, 'the answer is not an object')
    const { Error: refusal } = answer as { Error?: unknown }
    if (refusal !== undefined) throw new RpcRefused(path, 0, String(refusal))
    return answer
  }
}
