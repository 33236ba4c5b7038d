const patienceMs = 5_000

/** Asks a node, which is not the house, over JSON-RPC. @returns undefined where none is named, or it does not answer, or refuses */
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

/** Whose node it is, as far as its address says: it was the house that named it, so whoever looks should see which one was asked. */
export function hostOf(node: string): string {
  try {
    return new URL(node).host
  } catch {
    return node
  }
}
