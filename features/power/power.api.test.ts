import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settleDays } from '#days/settle.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Asset } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, type Day, dayMs, startOf } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, issued, outside, poolFree, poolRetired } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { potSteps } from '#products/pots/pots.job.ts'
import { powerSteps, powerWeighSteps } from '#products/power/power.job.ts'
import { testCall } from '#server/test/test-call.ts'
import { powerCalls } from './power.api.ts'
import { compensatePower, getPower, listPower } from './power.contract.ts'

const first = '2026-11-23' as Day
const units = (text: string) => parseUnits(text) ?? 0n

describe('computing power', () => {
  let db: Db
  let now: Date
  let keys = 0
  const key = () => {
    keys += 1
    return `test:${keys}`
  }
  const move = (posting: Parameters<typeof post>[1]['postings'][number]) =>
    db.transaction((tx) => post(tx, { key: key(), at: now, postings: [posting] }))
  const holder = async (power: string): Promise<WalletId> => {
    const { walletId } = await testWallet(db, { at: now })
    await move({ from: issued, to: available(walletId), asset: 'POWER', units: units(power), code: 1 })
    return walletId
  }
  const has = async (walletId: WalletId, asset: Asset) => balanceOf(db, available(walletId), asset)
  const call = async <C extends Contract>(contract: C, walletId: WalletId, input: CallInputOf<C>) => {
    const found = powerCalls.find((item) => item.contract === contract)
    if (!found) throw new Error('not implemented')
    const full = testCall({ db, clock: { now: () => now }, walletId, requestId: key() })
    const run = () =>
      found.transactional ? db.transaction((tx) => found.run(input, { ...full, tx })) : found.run(input, full)
    return (await run()) as OutputOf<C>
  }
  const refusal = (act: Promise<unknown>) =>
    act.then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? [error.key, error.params] : String(error)),
    )
  const settle = (options = {}) => settleDays(db, now, [...potSteps, ...powerWeighSteps, ...powerSteps], options)

  beforeEach(async () => {
    db = await testDb()
    now = addMs(startOf(first), 3_600_000)
    await move({ from: outside('bsc'), to: company('capital'), asset: 'ATMC', units: units('100000') })
    await move({ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: units('5000') })
    await move({ from: company('capital'), to: poolFree('compute'), asset: 'ATMC', units: units('10000') })
  })
  afterEach(() => db.close())

  it('is paid 1 % of the compute pool by what was there at the cut, and shrinks by 0.2 %', async () => {
    const [ana, ben] = [await holder('90000'), await holder('60000.000001')]
    now = addMs(startOf(first), dayMs)
    // Movements at or after midnight belong to the new day, even if it is settled late.
    await move({ from: issued, to: available(ben), asset: 'POWER', units: units('1000000'), code: 2 })
    now = addMs(startOf(first), dayMs + 7_200_000)
    await settle({ chunkSize: 1 })
    // 100 ATMC shared among 150,000.000001 POWER, more than the full weight.
    expect(await has(ana, 'ATMC')).toBe(5_999_999_999n)
    expect(await has(ben, 'ATMC')).toBe(4_000_000_000n)
    expect(await balanceOf(db, poolFree('compute'), 'ATMC')).toBe(units('10000') - 9_999_999_999n)
    expect(await has(ana, 'POWER')).toBe(units('90000') - units('180'))
    expect(await has(ben, 'POWER')).toBe(units('1060000.000001') - 12_000_000_000n)
    await settle()
    expect(await has(ana, 'ATMC')).toBe(5_999_999_999n)
    expect(await audit(db)).toEqual([])
  })

  it('is paid in proportion while all of it is less than the full weight; what is not paid stays', async () => {
    const ana = await holder('1000')
    now = addMs(startOf(first), dayMs)
    await settle()
    expect(await has(ana, 'ATMC')).toBe(units('1'))
    expect(await call(getPower, ana, {})).toMatchObject({
      power: '998',
      share: '1',
      todayIncome: '1',
      totalIncome: '1',
      poolFree: '9999',
      estimate: '0.9979002',
      lost: '2',
      restorable: '2',
      guidePrice: null,
      forSale: '1',
    })
    now = addMs(now, dayMs + 1)
    expect(await call(getPower, ana, {})).toMatchObject({ todayIncome: '0', totalIncome: '1' })
    expect(
      (await call(listPower, ana, {})).items.map(({ code, direction, amount }) => [code, direction, amount]),
    ).toEqual([
      [16, 'out', '2'],
      [1, 'in', '1000'],
    ])
    expect((await call(listPower, ana, { code: '16' })).items).toHaveLength(1)
  })

  it('is restored for ATMC that is retired, up to what was lost in 30 days', async () => {
    const ana = await holder('1000')
    await move({ from: company('capital'), to: available(ana), asset: 'ATMC', units: units('100'), code: 0 })
    now = addMs(startOf(first), dayMs)
    await settle()
    expect(await refusal(call(compensatePower, ana, { amount: '1' }))).toEqual(['exchange.not_open', {}])
    const market = {
      pair: 'USDT-ATMC',
      baseUnits: units('1000'),
      quotedUnits: units('20000'),
      key: key(),
      at: now,
    } as const
    await db.transaction((tx) => seedMarket(tx, market))
    const ben = await holder('1')
    await move({ from: company('capital'), to: available(ben), asset: 'ATMC', units: units('100'), code: 0 })
    await db.transaction((tx) =>
      trade(tx, {
        walletId: ben,
        pair: 'USDT-ATMC',
        give: 'ATMC',
        units: units('20'),
        minimum: 0n,
        key: key(),
        at: now,
      }),
    )
    now = addMs(now, 3_600_000)
    const { quote, guidePrice } = await call(getPower, ana, { amount: '1.5' })
    expect(quote).toMatchObject({ power: '1.5', problem: null })
    expect(Number(quote?.pay) * Number(guidePrice)).toBeCloseTo(1.5, 5)
    expect(await refusal(call(compensatePower, ana, { amount: '1.5', payMost: '0.1' }))).toEqual(['invest.payment', {}])
    const answer = await call(compensatePower, ana, { amount: '1.5', payMost: quote?.payMost })
    expect(answer).toEqual({ power: '1.5', paid: quote?.pay, balance: '999.5' })
    expect(await balanceOf(db, poolRetired(), 'ATMC')).toBe(units(answer.paid))
    expect(await refusal(call(compensatePower, ana, { amount: '0.51' }))).toEqual(['power.restorable', { most: '0.5' }])
    now = addMs(now, 31 * dayMs)
    expect(await call(getPower, ana, {})).toMatchObject({ lost: '0', restorable: '0' })
    expect(await audit(db)).toEqual([])
  })
})
