import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReservePart } from '#proofs/reserves/reserves.ts'
import { hotOf, readHot } from './read-hot.ts'

const vault = '0x00000000000000000000000000000000000000aa'
const wallet = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000cc'
const payer = '0x00000000000000000000000000000000000000dd'
const word = (text: string) => `0x${text.slice(2).padStart(64, '0')}`
const line = (address: string, role: 'payout' | 'hot') => ({ address, role, signature: '0x', amounts: {} })

const part: ReservePart = {
  chain: 'bsc',
  evmChainId: '31337',
  block: 5,
  hash: '0x',
  tokens: { USDT: { address: token, decimals: 18 } },
  after: {},
  addresses: [line(vault, 'payout'), line(wallet, 'hot')],
}

describe('what withdrawals are paid from, read by a device', () => {
  let server: Server
  let node: string
  let answers: Record<string, unknown> = {}
  const honest = {
    eth_chainId: '0x7a69',
    [`${vault} 0x123119cd`]: word(payer),
    [`${token} 0x70a08231${word(vault).slice(2)}`]: word(`0x${(125n * 10n ** 17n).toString(16)}`),
    [`${token} 0x70a08231${word(wallet).slice(2)}`]: word(`0x${(3_000_000_009n * 10n ** 9n).toString(16)}`),
  }
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        const { method, params } = JSON.parse(text) as { method: string; params: { to: string; data: string }[] }
        const [asked] = params
        const result = answers[asked ? `${asked.to} ${asked.data}` : method]
        response.end(JSON.stringify(result === undefined ? { error: {} } : { result }))
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    node = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => new Promise((done) => server.close(done)))
  const read = (changed: Record<string, unknown>, of = part) => {
    answers = { ...honest, ...changed }
    return readHot(of, node, { [vault]: payer })
  }

  it('is the sum of the addresses that the statement names, rounded down', async () => {
    expect(await read({})).toEqual({ is: 'read', units: new Map([['USDT', 1_550_000_000n]]) })
  })

  it('counts no contract that names another payer than the one who signed, and no other chain', async () => {
    const other = await read({ [`${vault} 0x123119cd`]: word(wallet) })
    expect(other).toEqual({ is: 'wrong', detail: 'another payer' })
    answers = honest
    expect(await readHot(part, node, {})).toEqual({ is: 'wrong', detail: 'another payer' })
    expect(await read({ eth_chainId: '0x1' })).toEqual({ is: 'wrong', detail: 'another chain' })
  })

  it('is only said where no node is named, or it does not answer all of it', async () => {
    expect(await readHot(part, '', {})).toEqual({ is: 'said' })
    expect(await read({ eth_chainId: undefined })).toEqual({ is: 'said' })
    expect(await read({ [`${vault} 0x123119cd`]: undefined })).toEqual({ is: 'said' })
    for (const wrong of [undefined, '0x', '0x1', 1, null])
      expect(await read({ [`${token} 0x70a08231${word(wallet).slice(2)}`]: wrong })).toEqual({ is: 'said' })
    expect(await read({}, { ...part, addresses: [] })).toEqual({ is: 'said' })
  })

  it('is shown in place of what the company says, beside what is due', () => {
    const said = { there: '100', owed: '40' }
    expect(hotOf(said, undefined)).toEqual({ there: '100', ratio: '2.5', isOther: false })
    expect(hotOf(said, 1_000_000_000n)).toEqual({ there: '10', ratio: '0.25', isOther: true })
    expect(hotOf(said, 10_000_000_000n)).toEqual({ there: '100', ratio: '2.5', isOther: false })
    expect(hotOf({ there: '100', owed: '30' }, 1_000_000_000n).ratio).toBe('0.33333333')
    expect(hotOf({ there: '0', owed: '0' }, 0n)).toEqual({ there: '0', ratio: null, isOther: false })
  })
})
