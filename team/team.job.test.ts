import { describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { setStar, starHeld, starOf } from '#identity/team/star.store.ts'
import type { Sql } from '#kit/store/db.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { findRewardProblems } from './rewards/reward-invariants.store.ts'
import { assessTeams, begun } from './standing/assess-teams.server.ts'
import { firstDay, teamWorld } from './test-team-world.ts'

const one = 100_000_000n
const hundred = 100n * one
type World = Awaited<ReturnType<typeof teamWorld>>

async function chain(world: World, size: number) {
  const wallets = [await world.wallet()]
  while (wallets.length < size) wallets.push(await world.wallet(wallets.at(-1)))
  return wallets
}
const sunday = addDays(firstDay, 6)

describe('rewards on POWER', () => {
  it('pay uplines for dual, for retired side coins and for dual2, each by its own codes', async () => {
    const world = await teamWorld()
    const [top, ann, ben, cas] = await chain(world, 4)
    if (!top || !ann || !ben || !cas) throw new Error('four wallets')
    await world.star(top, 2)
    await world.star(ann, 2)
    for (const walletId of [ann, ben, cas]) await world.order(walletId, firstDay, 100)
    await world.stars(addDays(firstDay, -1))
    await world.stars(firstDay)
    const day = addDays(firstDay, 1)
    await world.grant(cas, day, hundred, 2)
    await world.grant(cas, day, hundred, 13)
    await world.grant(cas, day, hundred, 20)
    await world.rewards(day)
    expect(await world.received(ben)).toEqual(
      [3, 6, 11, 21, 23].map((code) => `${code} 6 ${code === 11 || code === 23 ? one : 10n * one}`),
    )
    expect(await world.received(ann)).toEqual([4, 7, 22].map((code) => `${code} 6 ${8n * one}`))
    expect(await world.received(top)).toEqual([`12 6 ${(8n * one) / 10n}`])
    const refs = await world.db.query(`SELECT DISTINCT ref FROM record WHERE code IN (3, 4) ORDER BY 1`)
    expect(refs).toEqual([{ ref: `power:${day}` }])
    await world.close()
  })

  it('start no walk of their own, and count what was granted since the midnight before once', async () => {
    const world = await teamWorld()
    const [top, ann] = await chain(world, 2)
    if (!top || !ann) throw new Error('two wallets')
    await world.grant(ann, firstDay, 19n, 2)
    await world.rewards(firstDay)
    await world.rewards(addDays(firstDay, 1))
    expect(await world.received(top)).toEqual(['3 6 1'])
    await world.close()
  })
})

describe('rewards on fees', () => {
  it('give the inviter a fifth of the referral part and the team its star differences, coin by coin', async () => {
    const world = await teamWorld()
    const [top, ann, ben] = await chain(world, 3)
    if (!top || !ann || !ben) throw new Error('three wallets')
    await world.star(top, 1)
    await world.pay(ben, firstDay, 'USDT', hundred, 105)
    await world.pay(ben, firstDay, 'WLD', hundred, 105)
    await world.budget(firstDay, 'USDT', 5n * one)
    await world.budget(firstDay, 'WLD', 5n * one)
    await world.rewards(firstDay)
    expect(await world.received(ann)).toEqual([`102 1 ${one}`, `102 2 ${one}`])
    expect(await world.received(top)).toEqual([`103 1 ${one / 4n}`, `103 2 ${one / 4n}`])
    const [entry] = await world.db.query<{ ref: string }>('SELECT ref FROM record WHERE code = 102')
    const [payer] = await world.db.query<{ serial: bigint }>('SELECT serial FROM wallet WHERE id = $1', [ben])
    expect(entry?.ref).toBe(`fees:${firstDay}:${payer?.serial}`)
    expect(await balanceOf(world.db, company('referral'), 'USDT')).toBe(5n * one - one - one / 4n)
    await world.close()
  })

  it('pass by whoever lives where there is no referral; the budget keeps it', async () => {
    const world = await teamWorld()
    const [top, ann, ben] = await chain(world, 3)
    if (!top || !ann || !ben) throw new Error('three wallets')
    await world.star(top, 1)
    await world.db.query("UPDATE wallet SET region = 'KP' WHERE id = $1", [ann])
    await world.pay(ben, firstDay, 'USDT', hundred, 105)
    await world.budget(firstDay, 'USDT', 5n * one)
    await world.grant(ben, firstDay, hundred, 2)
    await world.rewards(firstDay)
    expect(await world.received(ann)).toEqual([])
    expect(await world.received(top)).toEqual([`4 6 ${5n * one}`, `103 1 ${one / 4n}`])
    await world.close()
  })

  it('pass by whoever did not say where they live: unknown is off', async () => {
    const world = await teamWorld()
    const [top, ann, ben] = await chain(world, 3)
    if (!top || !ann || !ben) throw new Error('three wallets')
    await world.db.query('UPDATE wallet SET region = NULL WHERE id = $1', [ann])
    await world.pay(ben, firstDay, 'USDT', hundred, 105)
    await world.budget(firstDay, 'USDT', 5n * one)
    await world.rewards(firstDay)
    expect(await world.received(ann)).toEqual([])
    expect(await balanceOf(world.db, company('referral'), 'USDT')).toBe(5n * one)
    await world.close()
  })

  it('are all scaled alike when the budget is short, and it says so', async () => {
    const world = await teamWorld()
    const [top, ann, ben] = await chain(world, 3)
    if (!top || !ann || !ben) throw new Error('three wallets')
    await world.star(top, 6)
    await world.pay(ben, firstDay, 'USDT', hundred, 105)
    await world.budget(firstDay, 'USDT', one)
    await world.rewards(firstDay)
    expect(await world.received(ann)).toEqual([`102 1 ${one / 2n}`])
    expect(await world.received(top)).toEqual([`103 1 ${one / 2n}`])
    expect(await balanceOf(world.db, company('referral'), 'USDT')).toBe(0n)
    const days = await world.db.query('SELECT due_units, given_units FROM reward_day')
    expect(days).toEqual([{ due_units: 2n * one, given_units: one }])
    expect(await audit(world.db)).toEqual([])
    await world.close()
  })

  it('that lead to no fee, or are more than was given, are found', async () => {
    const world = await teamWorld()
    const [top, ann] = await chain(world, 2)
    if (!top || !ann) throw new Error('two wallets')
    await world.pay(ann, firstDay, 'USDT', hundred, 105)
    await world.budget(firstDay, 'USDT', 5n * one)
    await world.rewards(firstDay)
    await world.db.query('UPDATE settlement_day SET finished_at = now()')
    expect(await findRewardProblems(world.db)).toEqual([])
    await world.move(company('referral'), available(top), 'USDT', one, startOf(addDays(firstDay, 1)), 102)
    const problems = await findRewardProblems(world.db)
    expect(problems).toEqual([
      'rewards of 2026-11-23 gave 1 USDT and paid 2',
      expect.stringMatching(/^reward \d+ \(no ref\) names no fee that was paid$/),
    ])
    await world.close()
  })

  it('give three stars and more equal parts of the week, on its last day', async () => {
    const world = await teamWorld()
    const [payer, ann, ben, cas] = await Promise.all([0, 1, 2, 3].map(() => world.wallet()))
    if (!payer || !ann || !ben || !cas) throw new Error('four wallets')
    await world.star(ann, 3)
    await world.star(ben, 5)
    await world.star(cas, 2)
    await world.pay(payer, firstDay, 'USDT', hundred, 105)
    await world.pay(payer, sunday, 'USDT', hundred, 105)
    await world.budget(sunday, 'USDT', 10n * one)
    await world.rewards(firstDay)
    expect(await world.received(ann)).toEqual([])
    await world.rewards(sunday)
    expect(await world.received(ann)).toEqual([`104 1 ${one}`])
    expect(await world.received(ben)).toEqual([`104 1 ${one}`])
    expect(await world.received(cas)).toEqual([])
    await world.close()
  })

  it('pay a first star a tenth of what its team brought since, week by week until its sum', async () => {
    const world = await teamWorld()
    const leader = await world.wallet()
    await world.order(leader, firstDay, 500)
    const members = await Promise.all([0, 1, 2].map(() => world.wallet(leader)))
    for (const member of members) await world.order(member, firstDay, 9_000)
    const [payer] = members
    if (!payer) throw new Error('a member')
    await world.pay(payer, firstDay, 'USDT', 1_000n * one, 105)
    await world.stars(firstDay)
    expect(await starOf(world.db, leader)).toBe(1)
    const owed = async () => (await world.received(leader)).filter((line) => line.startsWith('28 '))
    for (const week of [0, 7, 14]) {
      const day = addDays(sunday, week)
      await world.pay(payer, day, 'USDT', 1_200n * one, 105)
      await world.budget(day, 'USDT', 100n * one)
      await world.rewards(day)
    }
    expect(await owed()).toEqual([`28 1 ${6n * one}`, `28 1 ${4n * one}`])
    const paid = await world.db.query('SELECT paid_units FROM star_upgrade')
    expect(paid).toEqual([{ paid_units: 10n * one }])
    await world.db.query('UPDATE settlement_day SET finished_at = now()')
    expect(await findRewardProblems(world.db)).toEqual([])
    await world.close()
  })
})

describe('stars', () => {
  it('rise on any day, get notice on a Monday and fall on the next', async () => {
    const world = await teamWorld()
    const leader = await world.wallet()
    const orders = [await world.order(leader, firstDay, 500)]
    for (const member of await Promise.all([0, 1, 2].map(() => world.wallet(leader))))
      orders.push(await world.order(member, firstDay, 9_000))
    await world.stars(firstDay)
    expect(await starHeld(world.db, leader)).toMatchObject({ star: 1, since: startOf(addDays(firstDay, 1)) })
    await world.db.query(`UPDATE investment_order SET state = 'ended', over_at = $1`, [startOf(addDays(firstDay, 2))])
    await world.stars(addDays(firstDay, 2))
    expect(await starHeld(world.db, leader)).not.toHaveProperty('notice')
    await world.stars(sunday)
    expect(await starHeld(world.db, leader)).toMatchObject({
      star: 1,
      notice: { to: 0, at: startOf(addDays(sunday, 8)) },
    })
    await world.stars(addDays(sunday, 7))
    expect(await starOf(world.db, leader)).toBe(0)
    await world.close()
  })

  it('come alone from 2,000 that stood for 90 days, counted from the first', async () => {
    const world = await teamWorld()
    const alone = await world.wallet()
    await world.order(alone, firstDay, 2_000)
    for (let day = firstDay; day < addDays(firstDay, 90); day = addDays(day, 30)) await world.stars(day)
    expect(await starOf(world.db, alone)).toBe(0)
    await world.stars(addDays(firstDay, 90))
    expect(await starOf(world.db, alone)).toBe(1)
    await world.close()
  })

  it('set by hand pay no first time, and what the team did this week is kept with every team above', async () => {
    const world = await teamWorld()
    const [top, ann, ben] = await chain(world, 3)
    if (!top || !ann || !ben) throw new Error('three wallets')
    await world.db.transaction((tx) => setStar(tx, top, 3, startOf(firstDay)))
    await world.order(ben, firstDay, 300)
    await world.pay(ben, firstDay, 'USDT', 7n * one, 105)
    await world.stars(firstDay)
    const rows = await world.db.query(
      `SELECT t.performance_units, t.week_units, t.week_net_units, t.members, t.effective FROM wallet_team t ORDER BY serial`,
    )
    const above = { performance_units: 300n * one, week_units: 300n * one, week_net_units: 7n * one }
    expect(rows).toEqual([
      { ...above, members: 2, effective: 0 },
      { ...above, members: 1, effective: 1 },
      { performance_units: 0n, week_units: 0n, week_net_units: 0n, members: 0, effective: 0 },
    ])
    expect(await world.db.query('SELECT 1 FROM star_upgrade')).toEqual([])
    await world.close()
  })

  it('keep the step each sum is shown by, and the table takes none that is too small', async () => {
    const world = await teamWorld()
    const [top, ann] = await chain(world, 2)
    if (!top || !ann) throw new Error('two wallets')
    const [ben, cas] = [await world.wallet(ann), await world.wallet(ann)]
    for (const [wallet, whole] of [
      [ann, 20],
      [ben, 300],
      [cas, 70],
    ] as const)
      await world.order(wallet, firstDay, whole)
    await world.pay(cas, firstDay, 'USDT', 8n * one, 105)
    await world.stars(firstDay)
    const rows = await world.db.query(
      'SELECT performance_step, week_step, week_net_step, week_wld_step FROM wallet_team ORDER BY serial',
    )
    const steps = { performance_step: 500n * one, week_step: 500n * one, week_net_step: 10n * one, week_wld_step: 1n }
    const none = { performance_step: 1n, week_step: 1n, week_net_step: 1n, week_wld_step: 1n }
    expect(rows).toEqual([steps, steps, none, none])
    const refused = (change: string) =>
      expect(world.db.query(`UPDATE wallet_team SET ${change} WHERE members = 3`)).rejects.toThrow(/check constraint/)
    await refused(`performance_step = ${100n * one}`)
    await refused(`performance_step = ${500n * one + 1n}`)
    await refused(`week_step = ${100n * one}`)
    await refused(`week_net_step = ${2n * one}`)
    await refused('week_wld_units = 1')
    await refused('week_wld_step = 0')
    await world.close()
  })
})

it('a large tree is assessed in pieces, each by a process that knows nothing of those before, and comes to the same', async () => {
  const world = await teamWorld()
  const top = await world.wallet()
  const leaders = await Promise.all([0, 1, 2, 3, 4].map(() => world.wallet(top)))
  for (const leader of [top, ...leaders]) await world.order(leader, firstDay, 1_000)
  for (const leader of leaders)
    for (const member of await Promise.all([0, 1, 2].map(() => world.wallet(leader))))
      await world.order(member, firstDay, 10_000)
  const [leader] = leaders
  if (leader) await world.star(leader, 5)
  await world.stars(addDays(firstDay, -1))
  await world.order(top, firstDay, 5_000)
  await world.db.transaction((tx) => takeSnapshot(tx, sunday))
  const kept = async (sql: Sql) => ({
    teams: await sql.query('SELECT * FROM wallet_team ORDER BY serial'),
    stars: await sql.query('SELECT * FROM wallet_star ORDER BY wallet_id'),
    upgrades: await sql.query('SELECT * FROM star_upgrade ORDER BY wallet_id, star'),
    days: await sql.query('SELECT * FROM team_day ORDER BY day'),
  })
  let whole: unknown
  const undone = world.db.transaction(async (tx) => {
    await assessTeams(tx, { day: sunday, part: 'all', after: '', limit: 1 })
    whole = await kept(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  let [after, done, pieces, finished] = [begun, 0, 0, false]
  while (!finished)
    await world.db.transaction(async (tx) => {
      const stranger = pieces % 3 === 2 ? tx : { ...tx, identity: { ...tx.identity } }
      const piece = await assessTeams(stranger, { day: sunday, part: 'all', after, limit: 2 })
      ;({ last: after, finished } = piece)
      done += piece.done
      pieces += 1
    })
  expect(await kept(world.db)).toEqual(whole)
  expect(done).toBe(21)
  expect(pieces).toBeGreaterThan(5)
  expect(await starOf(world.db, top)).toBe(2)
  await world.close()
})

it('a day without anything leaves nothing behind', async () => {
  const world = await teamWorld()
  await world.rewards('2026-11-22' as Day)
  await world.stars('2026-11-22' as Day)
  expect(await world.db.query('SELECT 1 FROM record')).toEqual([])
  await world.close()
})
