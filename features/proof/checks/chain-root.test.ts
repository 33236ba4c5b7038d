import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesData } from '#outside/chains/proof-log.ts'
import { wordOfChain } from './chain-root.ts'

const day = '2026-11-21'
const digest = 'ab'.repeat(32)

describe('what a chain says of a statement', () => {
  let answer = ''
  const asked: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    asked.push(JSON.parse(Buffer.concat(parts).toString()))
    response.end(answer)
  })
  let node = ''
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    node = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => server.close())
  const writing = (change: object = {}) => {
    const where = { chain: 'bsc', evmChainId: 1, contract: '0x12', block: 7, transaction: '0x34', link: '' } as const
    return [{ ...where, digest, node, ...change }]
  }
  const line = (of: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${of}${'7'.padStart(64, '0')}` })

  it('is read where a node answers, with the question that the contract knows', async () => {
    answer = line(digest)
    expect(await wordOfChain(writing(), day, digest)).toMatchObject({ is: 'read' })
    expect(asked.at(-1)).toMatchObject({ method: 'eth_call', params: [{ to: '0x12', data: linesData(day) }, 'latest'] })
  })

  it('is only said where no node is named, none answers, or it has nothing yet', async () => {
    expect(await wordOfChain(writing({ node: '' }), day, digest)).toMatchObject({ is: 'said' })
    expect(await wordOfChain(writing({ node: 'http://127.0.0.1:9' }), day, digest)).toMatchObject({ is: 'said' })
    for (const wrong of ['{', '{"error":{}}', line('00'.repeat(32)).replace(/7"/, '0"')]) {
      answer = wrong
      expect(await wordOfChain(writing(), day, digest)).toMatchObject({ is: 'said' })
    }
    expect(await wordOfChain([], day, digest)).toBeUndefined()
  })

  it('is wrong where the chain, or even the company, has another one', async () => {
    answer = line('cd'.repeat(32))
    expect(await wordOfChain(writing(), day, digest)).toMatchObject({ is: 'wrong' })
    expect(await wordOfChain(writing({ node: '', digest: 'cd'.repeat(32) }), day, digest)).toMatchObject({
      is: 'wrong',
    })
  })
})
