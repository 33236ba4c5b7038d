import { describe, expect, it } from 'vitest'
import { listQueueLog } from '#features/proof/queue/queue.contract.ts'
import { cacheTimes } from '../cache/response-cache.ts'
import { testApp } from '../test/test-app.ts'
import { createWorkBudget, workLimits } from './work-budget.ts'

const { address, route } = workLimits

function asking(costMs: number) {
  let nowMs = 0
  const budget = createWorkBudget(workLimits, 1, () => nowMs)
  const workOf = new Map<string, number>()
  const ask = (from: string, path = '/proof/pools'): string => {
    try {
      const done = budget.begin(path, from)
      nowMs += costMs
      workOf.set(from, (workOf.get(from) ?? 0) + costMs)
      done(costMs)
      return 'made'
    } catch (error) {
      return (error as Error).message
    }
  }
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { ask, workOf, pass, now: () => nowMs }
}

describe('what answers cost that nobody asked for before', () => {
  it('is a share for an address and a call, however many different questions it asks', () => {
    const { ask, workOf, pass, now } = asking(10)
    for (let nth = 0; nth < 10_000; nth++) {
      ask('a')
      pass(1)
    }
    const most = address.burstMs + (now() / 1_000) * address.perSecondMs + 10
    expect(workOf.get('a')).toBeLessThanOrEqual(most)
    expect(workOf.get('a')).toBeGreaterThan(most / 2)
    expect([ask('a'), ask('b'), ask('a', '/proof/flows')]).toEqual(['request.too_often', 'made', 'made'])
    pass(1_000)
    expect(ask('a')).toBe('made')
  })

  it('is charged before it is made: of many at once no more are made than there is room for', () => {
    let nowMs = 0
    const budget = createWorkBudget(workLimits, 1, () => nowMs)
    for (let nth = 0; nth < 50; nth++) budget.begin('/proof/pools', `c${nth}`)(100)
    nowMs = 60_000
    const begun = Array.from({ length: 1_000 }, () => {
      try {
        return budget.begin('/proof/pools', 'a')
      } catch {
        return undefined
      }
    }).filter((done) => done !== undefined)
    expect(begun.length).toBeLessThanOrEqual(address.burstMs / 90)
  })

  it('is half a core for all addresses together', () => {
    const { ask, workOf, now } = asking(10)
    for (let nth = 0; nth < 10_000; nth++) ask(`a${nth}`)
    const all = [...workOf.values()].reduce((sum, ms) => sum + ms, 0)
    expect(all).toBeLessThanOrEqual(route.burstMs + (now() / 1_000) * route.perSecondMs + 10)
    expect(ask('new')).toBe('request.busy')
  })

  it('counts every question of an address at a call, and none that is answered from memory', async () => {
    const bucket = { burst: 100_000, perSecond: 100_000 }
    const work = { address: { burstMs: 40, perSecondMs: 0.001 }, route: { burstMs: 1e9, perSecondMs: 1e9 } }
    const world = await testApp({
      config: { memory: cacheTimes, limits: { address: bucket, session: bucket, work }, behindProxy: true },
    })
    const client = world.client()
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
    const ask = async (cursor: string, ip = '203.0.113.1') =>
      (await client.send(listQueueLog, { cursor }, from(ip))).envelope.msg
    const answers: string[] = []
    for (let nth = 1; nth <= 60; nth++) answers.push(await ask(String(nth)))
    const made = answers.filter((msg) => msg === 'success').length
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThanOrEqual(work.address.burstMs + 1)
    expect(answers.at(-1)).toBe('request.too_often')
    expect(await ask('77', '203.0.113.2')).toBe('success')
    expect([await ask('77'), await ask('0077')]).toEqual(['success', 'success'])
    await world.close()
  })
})
