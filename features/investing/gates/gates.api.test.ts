import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { regionTable } from '#identity/team/regions.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { answerCode, Refusal } from '#kit/failure.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { rightAnswers } from '#products/gates/quiz.ts'
import { getProduct } from '../investing.contract.ts'
import { openLine } from '../products/test-product.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'
import { answerQuiz, declareRegion, getQuiz } from './gates.contract.ts'

const refused = async (act: Promise<unknown>): Promise<Refusal> => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return error
}
const refusal = async (act: Promise<unknown>) => (await refused(act)).key

let world: InvestingWorld
beforeAll(async () => {
  world = await investingWorld()
})
afterAll(() => world.close())

const newcomer = async (): Promise<WalletId> => (await testWallet(world.db, { at: world.clock.now() })).walletId
const gatesOf = async (walletId: WalletId) => (await world.call(getProduct, walletId, { productId: 1 })).gates

describe('where one lives', () => {
  it('is asked before the first purchase', async () => {
    const ana = await newcomer()
    expect(await gatesOf(ana)).toEqual({ ...openLine, region: null, offered: 'undeclared', quizPassed: false })
    expect(await refusal(world.buy(ana))).toBe('identity.region_needed')
    const answer = await world.call(declareRegion, ana, { region: 'SG' })
    expect(answer).toEqual({ region: 'SG', earn: true, referral: true, otc: true })
    expect(await gatesOf(ana)).toMatchObject({ region: 'SG', offered: 'on' })
    expect(await refusal(world.buy(ana))).toBe('invest.conditions_not_met')
  })

  it('leads home where earning is off, or where nobody has looked yet', async () => {
    for (const region of ['US', 'FR']) {
      const ben = await newcomer()
      expect(await world.call(declareRegion, ben, { region })).toMatchObject({ earn: false, otc: false })
      expect((await gatesOf(ben)).offered).toBe('off')
      const refusal = await refused(world.buy(ben))
      expect([refusal.key, refusal.params, answerCode(refusal.key)]).toEqual(['identity.region_off', { region }, 407])
    }
  })

  it('follows the table as an operator changes it, feature by feature', async () => {
    const cas = await newcomer()
    await world.call(declareRegion, cas, { region: 'FR' })
    const change = (value: unknown) =>
      world.db.transaction((tx) =>
        changeSetting(tx, regionTable, { value, reason: 'looked at', at: world.clock.now() }),
      )
    await change({ ...regionTable.initial, FR: { earn: 'on', referral: 'off', otc: 'unknown' } })
    expect(await world.call(declareRegion, cas, { region: 'FR' })).toEqual({
      region: 'FR',
      earn: true,
      referral: false,
      otc: false,
    })
    expect((await gatesOf(cas)).offered).toBe('on')
    await expect(change({ XX: { earn: 'on', referral: 'on', otc: 'on' } })).rejects.toThrow()
    await change(regionTable.initial)
  })

  it('stands for 30 days, and every declaration is kept', async () => {
    const dan = await newcomer()
    await world.call(declareRegion, dan, { region: 'DE' })
    expect(await refusal(world.call(declareRegion, dan, { region: 'AT' }))).toBe('identity.region_stands')
    world.clock.advance(30 * dayMs)
    await world.call(declareRegion, dan, { region: 'AT' })
    const kept = await world.db.query('SELECT region FROM wallet_region WHERE wallet_id = $1 ORDER BY id', [dan])
    expect(kept).toEqual([{ region: 'DE' }, { region: 'AT' }])
    await expect(world.db.query('DELETE FROM wallet_region')).rejects.toThrow('append-only')
  })
})

describe('the questions about a line', () => {
  beforeAll(() => world.goTo('2026-12-22T10:00:00Z'))

  it('open its purchase for good once they are answered, and no other line', async () => {
    const eve = await newcomer()
    await world.call(declareRegion, eve, { region: 'SG' })
    const quiz = await world.call(getQuiz, eve, { line: 'dual' })
    expect([quiz.passed, quiz.questions.length]).toEqual([false, 4])
    const wrong = { ...rightAnswers('dual'), worst: 'quiz.myth.guaranteed' }
    expect(await world.call(answerQuiz, eve, { line: 'dual', answers: wrong })).toEqual({
      passed: false,
      wrong: ['worst'],
    })
    expect(await refusal(world.buy(eve))).toBe('invest.conditions_not_met')
    const answers = rightAnswers('dual')
    expect(await world.call(answerQuiz, eve, { line: 'dual', answers })).toEqual({ passed: true, wrong: [] })
    expect((await world.call(getQuiz, eve, { line: 'dual' })).passed).toBe(true)
    expect(await refusal(world.buy(eve))).toBe('balance.insufficient')
    expect(await refusal(world.buy(eve, { productId: 3, days: 30 }))).toBe('invest.conditions_not_met')
  })
})
