import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulatedUsdt } from '../tron-fake/dev-tron.ts'
import { type TestTron, testTron } from '../tron-fake/test-tron.ts'
import { tronHttp } from './http.ts'
import { checkLive } from './live-check.ts'

describe('the check of a node of TRON', () => {
  let tron: TestTron
  beforeEach(async () => {
    tron = await testTron()
    tron.give(tron.hotAddress, '5')
    tron.mine(22)
  })
  afterEach(() => tron.close())
  const check = (lateMs = 0) => {
    const now = new Date(tron.chain.head.header.timestamp + lateMs)
    return checkLive(tronHttp(tron.network.rpcUrl), { token: simulatedUsdt, now, blocks: 4 })
  }
  const wrong = async (lateMs = 0) => (await check(lateMs)).filter(({ isRight }) => !isRight).map(({ name }) => name)

  it('finds nothing wrong with one that answers as TRON does, and changes nothing there', async () => {
    const before = tron.chain.waiting
    expect(await check()).toHaveLength(11)
    expect(await wrong()).toEqual([])
    expect(tron.chain.waiting).toBe(before)
  })

  it('names what is wrong: a node that stands still, one whose index lags, one that limits', async () => {
    expect(await wrong(200_000)).toMatchObject([/getnowblock/].map((name) => expect.stringMatching(name)))
    tron.setFate(() => 'lagging')
    expect(await wrong()).toMatchObject([expect.stringMatching(/every transaction/)])
    tron.setFate((path) => (path.includes('trigger') ? 'limit' : 'answer'))
    expect(await wrong()).toMatchObject([expect.stringMatching(/triggerconstantcontract/)])
  })
})
