import { afterAll, beforeAll, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import type { TestApp } from '#server/test/test-app.ts'
import { fuzzWorld, standings } from './test-callers.ts'
import { fuzz } from './test-fuzz.ts'
import { routesOfReference } from './test-reference.ts'

let app: TestApp
beforeAll(async () => {
  app = await fuzzWorld()
})
afterAll(() => app.close())

it('would see an answer that is not as the reference says', () => {
  const route = routesOfReference().find(({ path }) => path === '/wallet/check')
  const answers = [
    { code: 0, msg: 'success', data: { walletToken: 'x', expiresAt: '2026-11-22T12:00:00.000Z' } },
    { code: 400, msg: 'identity.password_wrong', params: { left: '4' }, data: null },
    { code: 0, msg: 'success', data: { walletToken: 7, expiresAt: '2026-11-22T12:00:00.000Z' } },
    { code: 0, msg: 'success', data: { walletToken: 'x' } },
    { code: 0, msg: 'success', data: { walletToken: 'x', expiresAt: 'soon' } },
    { code: 400, msg: 'exchange.amount', params: {}, data: null },
    { code: 500, msg: 'identity.password_wrong', params: {}, data: null },
    { code: 400, msg: 'identity.password_wrong', params: { left: 4 }, data: null },
  ]
  const fits = answers.map((answer) => route?.misfit(200, answer) === undefined)
  expect(fits).toEqual([true, true, false, false, false, false, false, false])
})

const wanted = sizeOf(import.meta.url, { least: 2_000, turn: 4_000, all: 10_000 })

it(`${wanted} malformed requests made from the reference are answered as it says: no bug, no trace, no unknown key`, async () => {
  const { faults, answers, requests } = await fuzz(app, wanted, 20_261_122)
  expect(faults.slice(0, 20)).toEqual([])
  expect(requests).toBe(wanted)
  for (const standing of standings) expect(answers.get(standing)?.size, standing).toBeGreaterThan(5)
  expect(answers.get('confirmed')?.get('success')).toBeGreaterThan(20)
})
