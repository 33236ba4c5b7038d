import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeTransfer, transferRules } from '#features/transfers/transfers.contract.ts'
import { withoutCodeValue } from '#identity/passwords/without-code.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { exchangeCodeRule, exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { credit, type Holder, newHolder, openMarket } from '../../test/test-funds.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n

describe('what a wallet with an authenticator moves without its code', () => {
  let app: TestApp
  let thief: Holder
  let victim: Holder
  beforeAll(async () => {
    app = await testApp()
    const at = app.clock.now()
    await openMarket(app, at)
    thief = await newHolder(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    victim = await newHolder(app)
    await credit(app, victim, 'bsc', 'USDT', '30000')
    await victim.client.confirm()
  })

  const transfer = async (amount: string, code = '') =>
    (await victim.client.send(makeTransfer, { receiverId: thief.walletId, coin: 'USDT', amount, code })).envelope.msg
  const exchange = async (amount: string, code = '') => {
    const input = { exchangeId: 1, direction: 'buy', amount, least: '0', code } as const
    return (await victim.client.send(makeTrade, input)).envelope.msg
  }
  const left = async () => (await victim.client.call(transferRules, { coin: 'USDT' })).withoutCodeLeft
  const has = () => balanceOf(app.db, available(victim.walletId), 'USDT')

  it('is 100 USDT in 24 hours, in however many transfers', async () => {
    const answers: string[] = []
    for (let i = 0; i < 25; i++) answers.push(await transfer('100'))
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(1)
    expect(answers.filter((msg) => msg === 'identity.code_needed')).toHaveLength(24)
    expect(await has()).toBe(units('29900'))
  })

  it('counts transfers and exchanges together', async () => {
    expect(await exchange('60')).toBe('success')
    const rest = await left()
    expect(units(rest)).toBeLessThanOrEqual(units('40'))
    expect(units(rest)).toBeGreaterThan(units('39'))
    expect(await transfer('40.01')).toBe('identity.code_needed')
    expect(await exchange('41')).toBe('identity.code_needed')
    expect(await transfer('39')).toBe('success')
    expect(await exchange('5')).toBe('identity.code_needed')
    expect(await exchange('5', victim.code())).toBe('success')
  })

  it('is never more when many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => (nth % 2 ? transfer('30') : exchange('30'))),
    )
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(3)
    expect(answers.filter((msg) => msg === 'identity.code_needed')).toHaveLength(17)
  })

  it('comes back after 24 hours, piece by piece', async () => {
    expect(await transfer('70')).toBe('success')
    app.clock.advance(hourMs)
    expect(await transfer('30')).toBe('success')
    expect(await left()).toBe('0')
    app.clock.advance(dayMs - hourMs - 1)
    expect(await left()).toBe('0')
    app.clock.advance(1)
    expect(await left()).toBe('70')
    app.clock.advance(hourMs)
    expect(await left()).toBe('100')
    expect(await app.db.query('SELECT 1 FROM moved_without_code WHERE wallet_id = $1', [victim.walletId])).toHaveLength(
      2,
    )
    expect(await transfer('1')).toBe('success')
    expect(await app.db.query('SELECT 1 FROM moved_without_code WHERE wallet_id = $1', [victim.walletId])).toHaveLength(
      1,
    )
  })

  it('is not used up by what is moved with a code, nor by what is refused', async () => {
    expect(await transfer('5000', victim.code())).toBe('success')
    expect(await transfer('30000')).toBe('balance.insufficient')
    expect(await left()).toBe('100')
  })

  it('needs a code that is right: a wrong one beside a small exchange counts', async () => {
    for (let i = 0; i < 4; i++) expect(await exchange('10', '000000')).toBe('identity.code_wrong')
    expect(await transfer('10', '000000')).toBe('identity.code_locked')
    expect(await exchange('10', victim.code())).toBe('identity.code_locked')
  })

  it('is a setting, and shown with what is left before anything is typed', async () => {
    const rule = { googleBound: true, withoutCodeValue: '100', withoutCodeLeft: '100' }
    expect(await victim.client.call(exchangeCodeRule, {})).toEqual(rule)
    expect(await victim.client.call(transferRules, { coin: 'USDT' })).toMatchObject(rule)
    expect((await victim.client.call(exchangeQuote, { exchangeId: 1, direction: 'buy', amount: '50' })).value).toBe(
      '50',
    )
    const at = app.clock.now()
    const set = (value: string) =>
      app.db.transaction((tx) => changeSetting(tx, withoutCodeValue, { value, reason: 'test', at }))
    await set('20')
    expect(await transfer('20.01')).toBe('identity.code_needed')
    expect(await exchange('20')).toBe('success')
    await set('100')
  })

  it('does not bind a wallet without an authenticator', async () => {
    const plain = await app.client()
    const wallet = await plain.createWallet()
    await credit(app, { ...wallet, client: plain } as Holder, 'bsc', 'USDT', '1000')
    await plain.confirm()
    const input = { receiverId: thief.walletId, coin: 'USDT', amount: '400', code: '' } as const
    await plain.call(makeTransfer, input)
    await plain.call(makeTransfer, input)
  })
})
