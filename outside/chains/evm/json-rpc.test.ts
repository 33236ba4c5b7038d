import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tronHttp } from '../tron/http.ts'
import { jsonRpc } from './json-rpc.ts'

describe('a node that sends us elsewhere', () => {
  let server: Server
  let url = ''
  let asked = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/elsewhere') {
        asked += 1
        return response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
      }
      return response.writeHead(307, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  it('is not followed, and counts as one that cannot be reached', async () => {
    await expect(jsonRpc(url)('eth_blockNumber')).rejects.toThrow('eth_blockNumber')
    await expect(tronHttp(url)('/wallet/getnowblock')).rejects.toThrow('/wallet/getnowblock')
    expect(asked).toBe(0)
  })
})
