import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { behindOf, newestBlock } from './newest-block.ts'

it('counts blocks from what a node told this device, and otherwise from what the company says', () => {
  expect(behindOf({ head: 100, read: 98 }, undefined)).toEqual({ blocks: 2, isRead: false })
  expect(behindOf({ head: 100, read: 100 }, 160)).toEqual({ blocks: 60, isRead: true })
  expect(behindOf({ head: 100, read: 100 }, 97)).toEqual({ blocks: 0, isRead: true })
  expect(behindOf({ head: 0, read: null }, 5)).toBeUndefined()
})

it('takes a number from a node, and nothing else for one', async () => {
  let told: unknown = '0x1a'
  const server = createServer((_, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: told })))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await newestBlock(node)).toBe(26)
  for (const wrong of ['26', 26, '0x', null, `0x${'f'.repeat(40)}`]) {
    told = wrong
    expect(await newestBlock(node), String(wrong)).toBeUndefined()
  }
  await new Promise((done) => server.close(done))
  expect(await newestBlock(node)).toBeUndefined()
  expect(await newestBlock('')).toBeUndefined()
})
