import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { OrderId } from '#kit/text/ids.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { type Account, available, company, outside, poolFree, principal, promised } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { flowsOfRows, readFlows, rowsOf } from '#proofs/flows/flows.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { type Holder, newHolder } from '#server/test/test-funds.ts'
import { isSignedBy } from '../../../docs/proof/verify.mjs'
import { listStatements } from '../proof.contract.ts'
import { checkPools } from './check-pools.ts'
import { courseOf, figuresOf, partsOf } from './pool-figures.ts'
import { poolSums } from './pools.contract.ts'

const key = new Uint8Array(32).fill(5)
const units = (amount: string) => parseUnits(amount) ?? 0n

describe('pools and promises', () => {
  let app: TestApp
  let ana: Holder
  let keys = 0
  const move = async (from: Account, to: Account, amount: string, code?: number) => {
    keys += 1
    const posting = { from, to, asset: 'USDT' as const, units: units(amount), ...(code === undefined ? {} : { code }) }
    await app.db.transaction((tx) => post(tx, { key: `pools:${keys}`, at: app.clock.now(), postings: [posting] }))
  }
  const pass = async () => {
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now())
    await signProofs(app.db, key, app.wall.now())
  }
  const ask = async () => {
    const sums = await app.client().call(poolSums, {})
    const { items } = await app.client().call(listStatements, {})
    return { sums, statements: items }
  }

  beforeAll(async () => {
    app = await testApp()
    ana = await newHolder(app)
  })
  afterAll(() => app.close())

  it('are empty before a day is over, with what is advertised', async () => {
    const { first, days, before, next } = await app.client().call(poolSums, {})
    expect([first, days, before, next]).toEqual([null, [], '[]', ''])
  })

  it('are computed of the sums that signed statements name, by whoever asks', async () => {
    const order = [1 as OrderId, ana.walletId, 'dual'] as const
    await move(outside('bsc'), company('capital'), '1000')
    await move(company('capital'), poolFree('dual'), '300')
    await pass()
    await move(poolFree('dual'), promised(...order), '50')
    await pass()
    await move(promised(...order), available(ana.walletId), '20', 112)
    await move(promised(...order), poolFree('dual'), '10')
    await move(poolFree('dual'), company('capital'), '40')
    await move(outside('bsc'), available(ana.walletId), '7', 2)
    await move(available(ana.walletId), principal(...order), '5', 8)
    await pass()
    const { sums, statements } = await ask()
    expect(await checkPools({ statements, sums }, isSignedBy)).toEqual({
      is: 'right',
      days: 3,
      isWhole: true,
    })
    const days = [
      { day: null, flows: flowsOfRows(sums.before) },
      ...sums.days.map(({ day, text }) => ({ day, flows: readFlows(text).flows })),
    ]
    expect(figuresOf(days, 'dual')).toEqual([
      {
        coin: 'USDT',
        free: units('220'),
        promised: units('20'),
        paid: units('20'),
        fromCapital: units('300'),
        fromFees: 0n,
        fromOutside: 0n,
        toCapital: units('40'),
        lastsDays: 16,
        passes: false,
        course: [units('300'), units('250'), units('220')],
      },
    ])
    expect(courseOf(days, 'house.capital', 'USDT')).toEqual([units('700'), units('700'), units('740')])
    const flows = days.flatMap((day) => day.flows)
    expect(partsOf(flows, 'house.capital', 'in', 'USDT').map(({ other, units: of }) => [other, of])).toEqual([
      ['outside.network', units('1000')],
      ['pool.dual.free', units('40')],
    ])
    expect(JSON.stringify(sums.days)).not.toContain('order.dual.principal')
  })

  it('end with the last day that is summed up, whatever day is asked for', async () => {
    const { days } = await app.client().call(poolSums, {})
    for (const cursor of ['2999-01-01', '9999-12-31']) {
      const far = await app.client().call(poolSums, { cursor })
      expect([far.days, far.next]).toEqual([days, ''])
    }
  })

  it('show it where a day says something else than was signed, or less', async () => {
    const { sums, statements } = await ask()
    const [day, ...others] = sums.days
    if (!day) throw new Error('days are over')
    const told = (days: typeof sums.days, before = sums.before) =>
      checkPools({ statements, sums: { days, before } }, isSignedBy)
    const forged = { ...day, text: day.text.replace('"100000000000"', '"100000000001"') }
    expect(await told([forged, ...others])).toEqual({ is: 'wrong', detail: `${day.day}: another digest` })
    expect(await told(others)).toMatchObject({ is: 'wrong', detail: expect.stringContaining(others[0]?.day ?? '') })
    const row = JSON.stringify([['house.capital', 'pool.dual.free', 'USDT', -1, '1', 0]])
    expect(await told(sums.days, row)).toMatchObject({ is: 'wrong', detail: `${day.day}: another beginning` })
    const second = others[0]?.day
    expect(await told(others, row)).toMatchObject({ is: 'wrong', detail: `${second}: house.capital USDT` })
    expect(await told([{ ...day, day: '2020-01-01' }])).toMatchObject({ is: 'wrong' })
    const last = others.at(-1)
    if (!last) throw new Error('three days are over')
    expect(await told([day, last])).toEqual({ is: 'wrong', detail: `${last.day}: a day is left out` })
    const [paid, back] = [
      ['pool.machine.free', 'wallet.available', 'ATMC', 35, '5', 0],
      ['wallet.available', 'pool.machine.free', 'ATMC', -1, '5', 0],
    ]
    const invented = JSON.stringify([paid, back])
    expect(await told(sums.days, invented)).toEqual({ is: 'wrong', detail: `${day.day}: another beginning` })
  })

  it('are told page by page, back to the first day', async () => {
    const { sums, statements } = await ask()
    const [first, second, third] = sums.days
    expect(sums.next).toBe('')
    const page = (cursor: string) => app.client().call(poolSums, { cursor })
    expect(await page(third?.day ?? '')).toEqual({ ...sums, days: [first, second], rates: [], worths: [] })
    expect((await page(second?.day ?? '')).days).toEqual([first])
    expect((await page(first?.day ?? '')).days).toEqual([])
    expect((await page('no day')).days).toEqual(sums.days)
    const before = JSON.stringify(rowsOf([first, second].flatMap((each) => readFlows(each?.text ?? '').flows)))
    const part = { days: third ? [third] : [], before }
    expect(await checkPools({ statements, sums: part }, isSignedBy)).toEqual({ is: 'right', days: 1, isWhole: false })
  })
})
