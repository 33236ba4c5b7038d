import { expect, it } from 'vitest'
import { investingWorld } from '#features/investing/test-world.ts'
import { starHeld } from '#identity/team/star.store.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { seedMarket, trade } from '#market/market.store.ts'
import { findRewardProblems } from '#team/rewards/reward-invariants.store.ts'
import { settle } from '../../loops/settlement.ts'

const one = 100_000_000n

it('a whole day: an order grants POWER, a trade pays a fee, and both reach those above, out of the books alone', async () => {
  const world = await investingWorld()
  const top = await world.wallet({})
  const ann = await world.wallet({}, top)
  const ben = await world.wallet(undefined, ann)
  await world.capital({ USDT: '5000', ATMC: '100000' })
  const at = world.clock.now()
  await world.db.transaction(async (tx) => {
    await seedMarket(tx, { pair: 'USDT-ATMC', baseUnits: 5_000n * one, quotedUnits: 100_000n * one, key: 'seed', at })
  })
  await world.db.transaction((tx) =>
    trade(tx, { walletId: ben, pair: 'USDT-ATMC', give: 'USDT', units: 100n * one, minimum: 0n, key: 'trade', at }),
  )
  await world.buy(ben, { amount: '1000' })
  for (let day = 0; day < 4; day += 1) {
    world.clock.advance(dayMs)
    await settle(world.db, world.clock.now(), { chunkSize: 1 })
  }
  // Fee: 0.3 % of 100. Referral share: 5 % of the fee. Invitation reward: a fifth of the share.
  expect(await world.balance(ann, 'USDT')).toBe((100n * one * 3n) / 1_000n / 20n / 5n)
  // A tenth is granted per day, rounded down. POWER decays afterwards.
  const power = (code: number) =>
    world.db.query<{ at: Date; units: bigint }>(
      'SELECT happened_at AS at, amount AS units FROM record WHERE code = $1 AND asset = 6 ORDER BY id',
      [code],
    )
  const granted = await power(2)
  expect(granted.length).toBeGreaterThan(1)
  expect(await power(3)).toEqual(granted.map(({ at: day, units }) => ({ at: day, units: units / 10n })))
  expect(await world.balance(top, 'USDT')).toBe(0n)
  expect((await starHeld(world.db, ben)).star).toBe(0)
  const [team] = await world.db.query(
    'SELECT performance_units, members, effective FROM wallet_team ORDER BY serial LIMIT 1',
  )
  expect(team).toEqual({ performance_units: 1_000n * one, members: 2, effective: 0 })
  expect(await balanceOf(world.db, company('referral'), 'USDT')).toBeGreaterThan(0n)
  expect(await audit(world.db)).toEqual([])
  expect(await findRewardProblems(world.db)).toEqual([])
  const before = await world.db.query('SELECT id FROM record ORDER BY id')
  await settle(world.db, world.clock.now())
  expect(await world.db.query('SELECT id FROM record ORDER BY id')).toEqual(before)
  await world.close()
})
