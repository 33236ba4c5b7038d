import { setTimeout as wait } from 'node:timers/promises'
import { balancesCode } from '#outside/chains/evm/balances.ts'
import { type Rpc, RpcRefused } from '#outside/chains/evm/json-rpc.ts'
import { word } from '#outside/chains/keys/bytes.ts'

export const tokens = {
  USDT: '0x1000000000000000000000000000000000000001',
  ATMC: '0x1000000000000000000000000000000000000002',
  ATMX: '0x1000000000000000000000000000000000000003',
} as const
export const hotAddress = '0x2000000000000000000000000000000000000001'

const blockMs = 750
const firstBlock = 1_000

const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
/** SQL expression for an address. `placeOf` must be its inverse. */
export const addressSql = (place: string): string => `'0x3' || lpad(to_hex(${place}), 39, '0')`
const placeOf = (owner: string): number => Number.parseInt(owner.slice(-9), 16)

export type SlowNode = {
  readonly rpc: Rpc
  readonly withoutCreations: Rpc
  head(): number
  block(number: number): { number: number; hash: string; parent: string }
  asked(): number
}

/** In-memory node with network latency and fixed state. The first addresses hold USDT. */
export function slowNode(terms: { answerMs: number; unswept: number; baseUnits: bigint }): SlowNode {
  const began = performance.now()
  let asked = 0
  const head = () => firstBlock + Math.floor((performance.now() - began) / blockMs)
  const balanceOf = (token: string, owner: string): string => {
    const isHeld = token === tokens.USDT && owner.startsWith('3') && placeOf(owner) <= terms.unswept
    return word(isHeld ? terms.baseUnits : 0n)
  }
  const block = (number: number) => ({ number, hash: hashOf(number), parent: hashOf(number - 1) })
  const call = ({ to, data = '' }: { to?: string; data?: string }): string => {
    if (to) return `0x${balanceOf(to.toLowerCase(), data.slice(-40))}`
    const [token = '', , , ...owners] = data.slice(balancesCode.length).match(/.{64}/g) ?? []
    return `0x${owners.map((owner) => balanceOf(`0x${token.slice(-40)}`, owner.slice(-40))).join('')}`
  }
  const rpc: Rpc = async (method, params = []) => {
    asked += 1
    await wait(terms.answerMs)
    if (method === 'eth_blockNumber') return `0x${head().toString(16)}`
    if (method === 'eth_getLogs') return []
    if (method === 'eth_call') return call(params[0] as { to?: string; data?: string })
    if (method === 'eth_getBlockByNumber') {
      const { number, hash, parent } = block(Number(params[0]))
      return { number: `0x${number.toString(16)}`, hash, parentHash: parent }
    }
    throw new RpcRefused(method, -32601, 'the benchmark has no such method')
  }
  const withoutCreations: Rpc = async (method, params = []) => {
    if (method === 'eth_call' && !(params[0] as { to?: string }).to)
      throw new RpcRefused(method, -32000, 'no creations here')
    return rpc(method, params)
  }
  return { rpc, withoutCreations, head, block, asked: () => asked }
}
