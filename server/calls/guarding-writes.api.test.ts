import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endPush } from '#features/news/push/push.contract.ts'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { freezeWallet, unfreezeWallet } from '#features/security/security.contract.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'

const wide = { burst: 10_000, perSecond: 100 }

describe('writes that lead to coins or guard them', () => {
  let app: TestApp
  let client: TestClient
  beforeEach(async () => {
    const limits = {
      address: wide,
      session: wide,
      writes: { burst: 3, perSecond: 0.1 },
      guarding: { burst: 8, perSecond: 0.2 },
    }
    app = await testApp({ config: { limits } })
    client = app.client()
    await client.createWallet()
    await client.confirm()
  })
  afterEach(() => app.close())
  const rows = async (table: string) => {
    const [row] = await app.db.query<{ rows: number }>(`SELECT count(*)::int4 AS rows FROM ${table}`)
    return row?.rows ?? 0
  }
  const msgOf = async <C extends Contract>(contract: C, input: object) =>
    (await client.send(contract as Contract, input)).envelope.msg

  it('are bounded too: nobody fills a table by turning something on and off', async () => {
    const before = await rows('security_event')
    const answers: string[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      answers.push(await msgOf(freezeWallet, { frozen: true }))
      answers.push(await msgOf(unfreezeWallet, {}))
    }
    expect(answers.filter((msg) => msg === 'success').length).toBeLessThanOrEqual(8)
    expect(answers.at(-1)).toBe('request.too_often')
    expect((await rows('security_event')) - before).toBeLessThanOrEqual(8)
    expect(await rows('kept_answer')).toBeLessThanOrEqual(9)
  })

  it('are not used up by other writes, and come again within seconds', async () => {
    while ((await msgOf(renameWallet, { nickname: 'Ana' })) === 'success');
    expect(await msgOf(endPush, {})).toBe('success')
    let spent = 0
    while ((await msgOf(endPush, {})) === 'success' && spent < 50) spent += 1
    expect(spent).toBeLessThan(8)
    app.wall.advance(5_000)
    expect(await msgOf(freezeWallet, { frozen: true })).toBe('success')
  })
})
