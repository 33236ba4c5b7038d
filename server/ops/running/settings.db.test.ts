import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { setStar } from '#identity/team/star.store.ts'
import { readSetting, settingChanges } from '#kit/store/settings.store.ts'
import { declaredSettings } from '#kit/store/settings.ts'
import { dayMs } from '#kit/time/clock.ts'
import { feeParts, fullWeights } from '#products/pots/pot-settings.ts'
import { powerDecay } from '#products/power/power-settings.ts'
import { operate } from '../../test/test-operator.ts'

const one = 100_000_000n

describe('settings, as the operator changes them', () => {
  let world: InvestingWorld
  const type = (line: string | readonly string[]) => operate(world, line)
  const says = async (line: string) => (await type(line)).text
  beforeAll(async () => {
    world = await investingWorld()
  })
  afterAll(() => world.close())

  it('are shown with what they are for and what is in force', async () => {
    const text = await says('setting list')
    expect(text).toContain('power.decay  "0.002"')
    expect(text).toContain('Parts of the exchange fees of a day')
  })

  it('are all there that any module declares', () => {
    const files = globSync('{kit,identity,market,custody,days,products,team,otc,features,server}/**/*.ts', {
      exclude: ['**/*.test.ts'],
    })
    const named = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/ = setting\b.*\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name),
    )
    const known = declaredSettings().map(({ name }) => name)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('are refused out of range, in parts nobody knows, without a reason, and where they have verbs of their own', async () => {
    for (const [line, why] of [
      ['power.decay 1 why', 'not a part below 1'],
      ['power.decay -0.1 why', 'not a part below 1'],
      ['power.decay.a 0.1 why', 'has no parts'],
      [
        'settlement.fee_parts {"liquidity":"0.5","compound":"0.1","node":"0","referral":"0.31","compute":"0"} why',
        'referral and a quarter of node are more than 0.3',
      ],
      ['settlement.fee_parts.node 0.9 why', 'the parts are more than the whole'],
      ['settlement.fee_parts.nodes 0.1 why', 'has the parts liquidity, compound, node, referral, compute'],
      ['settlement.full_weights.node 0 why', 'above 0'],
      ['withdrawals.approvals 0 why', 'withdrawals.approvals'],
      ['transfers.limits.minimumValue 20000 why', 'more than 5'],
      ['power.decay 0.001', 'reason'],
      ['power.decay 0.002 why', 'already'],
      ['identity.regions {} why', 'name: one of'],
      ['withdrawals.openings {} why', 'name: one of'],
      ['toString 1 why', 'name: one of'],
    ] as const) {
      const { code, text } = await type(`setting set ${line}`)
      expect([code, text], line).toEqual([2, expect.stringContaining(why)])
    }
    expect(await settingChanges(world.db, 10)).toEqual([])
  })

  it('change whole or in part, and every change is kept with its reason, in the log too', async () => {
    expect(await type('setting set power.decay 0.001 fewer leave')).toMatchObject({ code: 0 })
    expect(await readSetting(world.db, powerDecay)).toBe('0.001')
    expect(await type('setting set withdrawals.approvals 3 a third person')).toMatchObject({ code: 0 })
    expect(await type('setting set transfers.limits.maximumValue 9000 a look')).toMatchObject({ code: 0 })
    expect((await settingChanges(world.db, 1))[0]).toMatchObject({
      name: 'transfers.limits',
      previous: { minimumValue: '1', maximumValue: '10000' },
      value: { minimumValue: '1', maximumValue: '9000' },
      reason: 'a look',
    })
    expect((await operations(world.db, 1))[0]).toMatchObject({ verb: 'setting set' })
    const asked = await operate(world, 'setting set power.decay 0.002 as before', { agrees: false })
    expect(asked.text).toContain('Nothing was changed')
  })

  it('hold for a whole day: what days are settled by changes for days that have not begun, the split of fees for weeks', async () => {
    const ana = await world.wallet()
    await world.db.transaction((tx) => setStar(tx, ana, 1, world.clock.now()))
    await world.buy(ana, { productId: 45, amount: '300' })
    await world.pass(2 * dayMs)
    await world.fund({ USDT: '400' }, 'node')
    await world.goTo('2026-11-23T23:30:00Z')
    expect(await says('setting set settlement.full_weights.node 50 a test')).toContain('in its last half hour')
    await world.goTo('2026-11-24T00:00:00Z')
    expect(await says('setting set settlement.full_weights.node 50 a test')).toContain('2026-11-23 is not settled yet')
    await world.settle()
    expect(await world.balance(ana, 'USDT')).toBe(19_704n * one)
    expect(await type('setting set settlement.full_weights.node 50 a test')).toMatchObject({ code: 0 })
    expect(await says('setting set settlement.fee_parts.node 0.3 a test')).toContain('on a Monday')
    await world.fund({ USDT: '400' }, 'node')
    await world.pass(dayMs)
    expect(await world.balance(ana, 'USDT')).toBe(19_712n * one)
    expect(await readSetting(world.db, fullWeights)).toMatchObject({ node: '50', compute: '100000' })
    await world.goTo('2026-11-30T09:00:00Z')
    await world.settle()
    expect(await type('setting set settlement.fee_parts.node 0.3 a test')).toMatchObject({ code: 0 })
    expect(await readSetting(world.db, feeParts)).toMatchObject({ node: '0.3', compound: '0.4' })
  })
})
