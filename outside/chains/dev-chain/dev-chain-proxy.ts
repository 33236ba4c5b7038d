import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Rpc, RpcRefused } from '../evm/json-rpc.ts'
import type { Hex } from '../keys/bytes.ts'
import { type LocalServer, serveLocally } from '../serve-locally.ts'
import type { DevChainJournal } from './dev-chain-journal.ts'
import type { Faucet, Gift } from './dev-faucet.ts'

export type DevChainParts = {
  readonly journal: DevChainJournal
  readonly rpc: Rpc
  readonly faucet: Faucet
  readonly onTransaction: () => void
  /** The previous port; 0 or a taken port picks another. */
  readonly port: number
}
type Question = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

const bodyBytesMax = 1_000_000

/** Writes go through the journal; all other methods are rejected. */
const reads = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'net_version',
  'web3_clientVersion',
])

/** Open to web pages; reads only. */
const publicPath = '/read'
const isPublic = ({ url }: IncomingMessage): boolean => url === publicPath

async function answer(parts: DevChainParts, { method, params }: Question, readsAlone: boolean): Promise<unknown> {
  const given = Array.isArray(params) ? params : []
  if (typeof method === 'string' && reads.has(method)) return parts.rpc(method, given)
  if (readsAlone) throw new RpcRefused(String(method), -32601, 'this address answers reads alone')
  if (method === 'eth_sendRawTransaction') {
    const hash = await parts.journal.send(String(given[0]) as Hex)
    parts.onTransaction()
    return hash
  }
  if (method === 'glasshouse_faucet') return parts.faucet((given[0] ?? {}) as Gift)
  throw new RpcRefused(String(method), -32601, 'the embedded chain does not offer this method')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bodyBytesMax) throw new RpcRefused('request', -32600, 'the request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function handle(parts: DevChainParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let id: unknown = null
  if (isPublic(request)) {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  }
  const say = (body: object): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  }
  try {
    // A web page needs a CORS preflight for this type, which only allows reads.
    if (request.headers['content-type'] !== 'application/json')
      throw new RpcRefused('request', -32600, 'the content type is not application/json')
    const question = JSON.parse(await readBody(request)) as Question | null
    if (Array.isArray(question)) throw new RpcRefused('request', -32600, 'send one call at a time, not a batch')
    id = question?.id ?? null
    say({ result: await answer(parts, question ?? {}, isPublic(request)) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    say({ error: { code: error instanceof RpcRefused ? error.code : -32603, message } })
  }
}

export const serveDevChain = (parts: DevChainParts): Promise<LocalServer> =>
  serveLocally(parts.port, (request, response) => handle(parts, request, response))
