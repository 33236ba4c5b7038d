import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletRecord, walletRecords } from '#features/balances/balances.contract.ts'
import { recordTextId } from '#features/balances/records/record-types.ts'
import { listPower } from '#features/power/power.contract.ts'
import { textsOf } from '#kit/text/catalogue.server.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { languages } from '#locales/registry.ts'
import { type CodeWorld, codeWorld, playEverything } from './test-record-codes.ts'

/** The specification's asset record type codes (point 3). */
const assetCodes: Readonly<Record<number, string>> = {
  0: 'system import',
  1: 'extra reward',
  2: 'online recharge',
  3: 'online withdrawal',
  4: 'online transfer',
  5: 'online exchange',
  6: 'compound mining deduction',
  7: 'liquidity mining deduction',
  8: 'dual-currency mining deduction',
  9: 'dual-currency order cancel',
  10: 'liquidity cancel',
  12: 'compound pool withdrawal',
  13: 'liquidity release',
  14: 'lottery unlock',
  15: 'dual-currency reservation deduction',
  16: 'reservation cancel',
  17: 'fund purchase deduction',
  18: 'order cancel at maturity',
  19: 'fund weighted dividend',
  20: 'OTC pending order',
  21: 'OTC picking',
  22: 'OTC coin issue',
  23: 'OTC settlement',
  24: 'OTC cancel',
  25: 'fund dynamic bonus',
  26: 'ATMC power weighting',
  27: 'power compensation deduction',
  28: 'upgrade reward',
  30: 'new dual mining deduction',
  31: 'new dual mining cancel',
  32: 'lock-up mining cancel',
  34: 'mining machine deduction',
  35: 'mining machine release',
  36: 'mining machine cancel',
  38: 'node purchase deduction',
  39: 'node mining release',
  40: 'node mining dynamic',
}
/** The specification's computing-power record types. */
const powerCodes: Readonly<Record<number, string>> = {
  0: 'system import',
  1: 'system operation',
  2: 'dual-currency mining release',
  3: 'dual-currency mining sharing',
  4: 'dual-currency mining team',
  5: 'liquidity release',
  6: 'dual-currency power sharing',
  7: 'dual-currency power team',
  8: 'compound pool join',
  9: 'compound pool release',
  10: 'compound pool withdrawal',
  11: 'dual-currency release by level (leveling)',
  12: 'same-level (equal) power',
  13: 'release power',
  14: 'release power, accelerated',
  15: 'order-cancel power',
  16: 'ATM power decrease',
  17: 'compensation',
  20: 'new dual mining release',
  21: 'new dual mining share',
  22: 'new dual mining team',
  23: 'new dual mining leveling',
  24: 'lock-up mining release',
}
/** Codes from 100 up are ours. Lower codes come from the specification. */
const own = 100
const numbers = (table: Readonly<Record<number, string>>): number[] => Object.keys(table).map(Number)

type Shown = OutputOf<typeof walletRecord>['record']

describe('the record codes of the specification', () => {
  let world: CodeWorld
  const records: { readonly wallet: Parameters<CodeWorld['call']>[1]; readonly record: Shown }[] = []
  beforeAll(async () => {
    world = await codeWorld()
    await playEverything(world)
    for (const wallet of world.wallets())
      for (let cursor = '', more = true; more; ) {
        const { items, next } = await world.call(walletRecords, wallet, { cursor })
        records.push(...items.map((record) => ({ wallet, record })))
        cursor = next
        more = next !== ''
      }
  })
  afterAll(() => world.close())

  const seen = (isPower: boolean): number[] =>
    [
      ...new Set(
        records
          .filter(({ record: { coin, code } }) => (coin === 'POWER') === isPower && code < own)
          .map(({ record }) => record.code),
      ),
    ].sort((one, other) => one - other)

  it('are each produced by what people, the operator, the networks and midnight do, and no other is', () => {
    expect(seen(false)).toEqual(numbers(assetCodes))
    expect(seen(true)).toEqual(numbers(powerCodes))
  })

  it('show in lists by their code, and in detail', async () => {
    const firsts = new Map(records.map((item) => [`${item.record.coin === 'POWER'} ${item.record.code}`, item]))
    for (const { wallet, record } of firsts.values()) {
      const { coin, code, id } = record
      const { items } = await world.call(walletRecords, wallet, { coin, code })
      expect(items.map((item) => item.code)).toContain(code)
      expect((await world.call(walletRecord, wallet, { id })).record).toEqual(record)
      if (coin !== 'POWER') continue
      const power = await world.call(listPower, wallet, { code: String(code) })
      expect(power.items.map((item) => item.code)).toContain(code)
    }
  })

  it('have a name in every language, the unbuilt ones too', () => {
    const ids = [
      ...numbers(assetCodes).map((code) => recordTextId('USDT', code)),
      ...numbers(powerCodes).map((code) => recordTextId('POWER', code)),
      ...records.map(({ record }) => recordTextId(record.coin, record.code)),
    ]
    for (const { tag } of languages) {
      const missing = ids.filter((id) => !textsOf(tag).get(id))
      expect(missing, tag).toEqual([])
    }
  })
})
