import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { declareRegion } from '#identity/team/region.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, addMs, type Day, hourMs } from '#kit/time/clock.ts'
import { available, company as companyAccount, held, inFlight, outside, poolFree } from '#ledger/posting/chart.ts'
import { priceOf } from '#market/market.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { firstDay, midnight, noon, teamWorld } from '#team/test-team-world.ts'
import { listDepartments, listIncomes, listUnder, loadInvite, loadTeamSummary, loadTrend } from './team.contract.ts'

const one = 100_000_000n
const hundred = 100n * one

type Someone = { readonly client: TestClient; readonly walletId: WalletId }

describe('the team of a wallet', () => {
  let company: TestApp
  let world: Awaited<ReturnType<typeof teamWorld>>
  let ann: Someone
  let ben: Someone
  let cas: Someone
  const someone = async (sponsorId?: string): Promise<Someone> => {
    const client = company.client()
    const { walletId } = await client.createWallet(sponsorId ? { sponsorId } : {})
    await company.db.transaction((tx) => declareRegion(tx, walletId, 'SG', company.clock.now()))
    return { client, walletId }
  }
  beforeAll(async () => {
    company = await testApp()
    world = await teamWorld(company.db)
    ann = await someone()
    ben = await someone(ann.walletId)
    cas = await someone(ben.walletId)
    await ben.client.call(renameWallet, { nickname: 'Benjamin' })
    await world.star(ann.walletId, 1)
    await world.order(ben.walletId, firstDay, 150)
    await world.order(cas.walletId, firstDay, 40)
    await world.pay(cas.walletId, firstDay, 'USDT', hundred, 105)
    await world.budget(firstDay, 'USDT', 5n * one)
    await world.grant(cas.walletId, firstDay, hundred, 2)
    await world.rewards(firstDay)
    await world.stars(firstDay)
    company.clock.set(addMs(midnight(firstDay), hourMs))
  })
  afterAll(() => company.close())

  it('says income by source and today, the star with its conditions, and what is left of the budget', async () => {
    const summary = await ann.client.call(loadTeamSummary, {})
    expect(summary).toMatchObject({
      asOf: '2026-11-24T00:00:00.000Z',
      star: 1,
      notice: null,
      total: { value: '0.25', today: '0.25', complete: true },
      net: { orders: '0', all: '0.25', ordersToday: '0', today: '0.25' },
      power: { amount: '5', today: '5' },
      team: {
        investment: '0',
        members: 2,
        referrals: 1,
        effective: 1,
        performance: '0',
        largestDepartment: '0',
        smallArea: '0',
        departments: [0, 0, 0, 0, 0],
        weekPerformance: '0',
        weekNetDeposit: '0',
        weekWldWithdrawal: '0',
        rounded: true,
      },
      budget: [{ coin: 'USDT', left: '3.75', last: { day: '2026-11-23', due: '1.25', given: '1.25' } }],
    })
    expect(summary.incomes.find(({ source }) => source === 'team')).toEqual({
      source: 'team',
      value: '0.25',
      today: '0.25',
      coins: [{ coin: 'USDT', amount: '0.25', today: '0.25' }],
    })
    const other = await ben.client.call(loadTeamSummary, {})
    expect(other.incomes.find(({ source }) => source === 'invitation')).toMatchObject({ value: '1' })
    const later = addDays(firstDay, 2)
    company.clock.set(addMs(midnight(later), hourMs))
    expect((await ben.client.call(loadTeamSummary, {})).total).toEqual({ value: '1', today: '0', complete: true })
    company.clock.set(addMs(midnight(firstDay), hourMs))
  })

  it('lists direct referrals with masked names, and nothing of what they hold', async () => {
    const { items, asOf } = await ann.client.call(listDepartments, {})
    expect(asOf).toBe('2026-11-24T00:00:00.000Z')
    expect(items).toEqual([
      {
        walletId: ben.walletId,
        nickname: 'B•••n',
        joinedAt: expect.any(String),
        activated: true,
        star: 0,
        level: 1,
        referrals: 1,
        effective: 0,
        members: 1,
        performance: '0',
        weekPerformance: '0',
        weekNetDeposit: '0',
        weekWldWithdrawal: '0',
        rounded: true,
      },
    ])
  })

  it('opens anyone below, step by step or by ID, and nobody else', async () => {
    const first = await ann.client.call(listUnder, {})
    expect(first).toMatchObject({ head: null, items: [{ walletId: ben.walletId, level: 1 }] })
    const second = await ann.client.call(listUnder, { target: ben.walletId })
    expect(second).toMatchObject({
      above: null,
      head: { walletId: ben.walletId },
      items: [{ walletId: cas.walletId, level: 2 }],
    })
    expect(await ann.client.call(listUnder, { target: cas.walletId })).toMatchObject({ above: ben.walletId, items: [] })
    expect(await cas.client.refusal(listUnder, { target: ann.walletId })).toBe('team.not_below')
    const stranger = await someone()
    expect(await stranger.client.refusal(listUnder, { target: cas.walletId })).toBe('team.not_below')
    expect(await ann.client.refusal(listUnder, { target: 'AAAAAAAAAA' })).toBe('identity.wallet_id_wrong')
  })

  it('lists what a source paid, the newest first, POWER apart', async () => {
    expect((await ben.client.call(listIncomes, { income: 'invitation' })).items).toMatchObject([
      { coin: 'USDT', code: 102, amount: '1', at: '2026-11-24T00:00:00.000Z' },
    ])
    expect((await ben.client.call(listIncomes, { income: 'platform' })).items).toEqual([])
    const power = await ben.client.call(listIncomes, { income: 'power' })
    expect(power.items.map(({ code, amount }) => `${code} ${amount}`)).toEqual(['3 10'])
  })

  it('draws thirty days, each at its own price, and says when one had none', async () => {
    const { days, complete } = await ben.client.call(loadTrend, {})
    expect(complete).toBe(true)
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: '2026-11-24', net: '1', received: '1' })
    await world.pay(cas.walletId, addDays(firstDay, 1), 'ATMC', hundred, 105)
    await world.budget(addDays(firstDay, 1), 'ATMC', 5n * one)
    await world.rewards(addDays(firstDay, 1))
    company.clock.set(addMs(midnight(addDays(firstDay, 1)), hourMs))
    expect((await ben.client.call(loadTrend, {})).complete).toBe(false)
    await company.db.query(
      'INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)',
      ['USDT-ATMC', midnight(firstDay), 5n, 100n, priceOf(5n, 100n)],
    )
    const priced = await ben.client.call(loadTrend, {})
    expect(priced).toMatchObject({ complete: true })
    expect(priced.days.at(-1)).toEqual({ day: '2026-11-25', net: '0.05', received: '0.05' })
  })

  it('counts what POWER earned as an income of its own, in the net of all too', async () => {
    const before = await ben.client.call(loadTeamSummary, {})
    const at = company.clock.now()
    await world.move(companyAccount('fees'), poolFree('compute'), 'ATMC', 20n * one, at)
    await world.move(poolFree('compute'), available(ben.walletId), 'ATMC', 20n * one, at, 26)
    const { incomes, net, total } = await ben.client.call(loadTeamSummary, {})
    const worth = { source: 'mining', value: '1', today: '1', coins: [{ coin: 'ATMC', amount: '20', today: '20' }] }
    expect(incomes.find(({ source }) => source === 'mining')).toEqual(worth)
    expect(incomes.find(({ source }) => source === 'investment')).toMatchObject({ value: '0', coins: [] })
    const units = (text: string | null) => parseUnits(text ?? '') ?? 0n
    expect([units(net.all) - units(before.net.all), units(total.value) - units(before.total.value)]).toEqual([one, one])
    expect(net.orders).toBe('0')
  })

  it('shows what to give away and what came of it', async () => {
    expect(await ben.client.call(loadInvite, {})).toMatchObject({
      walletId: ben.walletId,
      nickname: 'Benjamin',
      activated: true,
      referral: 'on',
      referrals: 1,
      activatedReferrals: 1,
      effective: 0,
      members: 1,
    })
  })

  it('goes on page by page', async () => {
    const many = await someone()
    for (let count = 0; count < 31; count += 1) await world.wallet(many.walletId)
    const first = await many.client.call(listDepartments, {})
    expect(first.items).toHaveLength(30)
    const second = await many.client.call(listDepartments, { cursor: first.next })
    expect(second).toMatchObject({ next: '' })
    expect(second.items).toHaveLength(1)
  })
})

describe('an upline that knows all of its team but one member', () => {
  let company: TestApp
  let world: Awaited<ReturnType<typeof teamWorld>>
  const open = async () => {
    company = await testApp()
    world = await teamWorld(company.db)
  }
  afterEach(() => company.close())

  const chain = async (size: number): Promise<Someone & { readonly chain: readonly WalletId[] }> => {
    const client = company.client()
    const { walletId } = await client.createWallet({})
    const wallets = [walletId as WalletId]
    while (wallets.length < size) wallets.push(await world.wallet(wallets.at(-1)))
    return { client, walletId, chain: wallets }
  }
  type Upline = Awaited<ReturnType<typeof chain>>
  const readAll = async ({ client, chain }: Upline) => {
    const { team } = await client.call(loadTeamSummary, {})
    const heads = []
    for (const target of chain.slice(1)) heads.push((await client.call(listUnder, { target })).head)
    const teams = [team, ...heads.flatMap((head) => head ?? [])]
    return {
      orders: teams.flatMap(({ performance, weekPerformance }) => [performance, weekPerformance]),
      departments: [team.largestDepartment, team.smallArea],
      flows: teams.map(({ weekNetDeposit }) => weekNetDeposit),
    }
  }

  it('reads neither what it ordered nor what it deposited', async () => {
    await open()
    const uplines: Upline[] = []
    for (const amount of [1_234, 1_271]) {
      const upline = await chain(6)
      for (const [place, wallet] of upline.chain.slice(1).entries()) {
        const own = place === 0 ? 1_900 : 100
        await world.order(wallet, firstDay, own)
        await world.pay(wallet, firstDay, 'USDT', BigInt(own) * one, 105)
      }
      const member = await world.wallet(upline.chain.at(-1))
      await world.order(member, firstDay, amount)
      await world.pay(member, firstDay, 'USDT', BigInt(amount) * one, 105)
      uplines.push(upline)
    }
    await world.stars(firstDay)
    company.clock.set(addMs(midnight(firstDay), hourMs))
    const [first, second] = [await readAll(uplines[0] as Upline), await readAll(uplines[1] as Upline)]
    expect(second).toEqual(first)
    expect(first).toEqual({
      orders: ['2000', '2000', ...Array(10).fill('0')],
      departments: ['2000', '0'],
      flows: ['2000', ...Array(5).fill('0')],
    })
  })

  it('reads no purchase of it from one day to the next', async () => {
    await open()
    const uplines: { readonly upline: Upline; readonly member: WalletId }[] = []
    for (let count = 0; count < 2; count += 1) {
      const upline = await chain(6)
      for (const wallet of upline.chain.slice(1)) await world.order(wallet, firstDay, 100)
      const member = await world.wallet(upline.chain.at(-1))
      await world.order(member, firstDay, 1_000)
      uplines.push({ upline, member })
    }
    const readBoth = async (day: Day) => {
      await world.stars(day)
      company.clock.set(addMs(midnight(day), hourMs))
      return [await readAll(uplines[0]?.upline as Upline), await readAll(uplines[1]?.upline as Upline)]
    }
    const before = await readBoth(firstDay)
    const next = addDays(firstDay, 1)
    await world.order(uplines[0]?.member as WalletId, next, 110)
    await world.order(uplines[1]?.member as WalletId, next, 390)
    const after = await readBoth(next)
    expect([before[0], after[0]]).toEqual([before[1], after[1]])
    expect(after[0]?.orders[0]).toBe('0')
  })

  it('learns of what it withdrew at most the first digit, whatever stands beside it', async () => {
    await open()
    const uplines: Upline[] = []
    for (const amount of [1_001n, 1_999n]) {
      const upline = await chain(30)
      for (const wallet of upline.chain.slice(1)) await world.pay(wallet, firstDay, 'USDT', 50n * one, 105)
      const member = await world.wallet(upline.chain.at(-1))
      const [at, units] = [noon(firstDay), amount * one]
      await world.move(outside('bsc'), available(member), 'USDT', units, noon(addDays(firstDay, -1)), 2)
      await world.move(available(member), held(member), 'USDT', units, at, 3)
      await world.move(held(member), inFlight('bsc'), 'USDT', units, at, 3)
      uplines.push(upline)
    }
    await world.stars(firstDay)
    company.clock.set(addMs(midnight(firstDay), hourMs))
    const [first, second] = [await readAll(uplines[0] as Upline), await readAll(uplines[1] as Upline)]
    expect(second?.flows).toEqual(first?.flows)
    const [kept] = await company.db.query('SELECT max(week_net_step) AS step FROM wallet_team')
    expect(kept).toEqual({ step: 2_000n * one })
  })
})
