const patienceMs = 5_000

/** JSON-RPC to a node outside the company. @returns undefined without a node, or if it does not answer or refuses */
export async function askNode(node: string, method: string, params: readonly unknown[]): Promise<unknown> {
  if (!node) return undefined
  try {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    })
    const { result } = (await response.json()) as { result?: unknown }
    return result
  } catch {
    return undefined
  }
}

export function hostOf(node: string): string {
  try {
    return new URL(node).host
  } catch {
    return node
  }
}
