import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#engine/test/test-db.ts'
import { accelerate, cancelAcceleration } from '#features/investing/acceleration/acceleration.contract.ts'
import { getProduct, listProducts, redeemOrder, setReinvest } from '#features/investing/investing.contract.ts'
import { liquidityWorld } from '#features/investing/liquidity/test-liquidity.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { publicCount } from '#kit/text/privacy.ts'
import { addDays, type Day, dayMs, dayOf, hourMs } from '#kit/time/clock.ts'
import { lines, rowOf } from '#ledger/posting/lines.ts'
import { powerOfLines } from '#products/power/power-codes.ts'
import { powerFigures } from '#products/power/power-figures.ts'
import { keepPowerDays } from '#products/power/power-log.job.ts'
import { findPowerProblems, nextPowerDay, powerBefore, powerTexts } from '#products/power/power-log.store.ts'
import { powerText, readPower } from '#products/power/power-log.ts'

const first = '2026-01-01' as Day
const last = '2030-01-01' as Day

it('counts every code by which the ledger lets a line move POWER, in the database too', async () => {
  const known = powerOfLines.flatMap(({ line, daily, once, back }) =>
    [daily, once, back].flatMap((code) => (code === undefined ? [] : [`${line} ${code}`])),
  )
  const moves = lines.flatMap((line) =>
    rowOf(line).moves.flatMap(([, , , assets, code]) => (assets.includes('POWER') ? [`${line} ${code}`] : [])),
  )
  expect(known.filter((each) => !each.endsWith(' 15')).toSorted()).toEqual(moves.toSorted())
  const world = await liquidityWorld()
  const rows = await world.db.query<{ line: string; code: number; back: boolean }>(
    'SELECT line, code, is_back AS back FROM power_code',
  )
  await world.close()
  expect(rows.map(({ line, code }) => `${line} ${code}`).toSorted()).toEqual(known.toSorted())
  const backs = powerOfLines.flatMap(({ line, back }) => (back === undefined ? [] : [`${line} ${back}`]))
  expect(rows.flatMap(({ line, code, back }) => (back ? [`${line} ${code}`] : [])).toSorted()).toEqual(backs.toSorted())
})

/** Runs each product that pays POWER for a month with renewals, exits, withdrawals and pauses. 1 ATMC = 0.05 USDT. */
describe('the POWER of lines, day by day', () => {
  let world: Awaited<ReturnType<typeof liquidityWorld>>
  let ana: WalletId
  let ben: WalletId
  const had = new Map<string, { orders: number; value: bigint; named: bigint }>()

  const mark = async (wallet: WalletId, productId: number, amount: string) => {
    const { card } = await world.call(getProduct, wallet, { productId })
    return (await world.call(accelerate, wallet, { productId, amount, card: card.hash })).acceleration
  }
  const redeem = (wallet: WalletId, orderId: number, amount?: string) =>
    world.call(redeemOrder, wallet, { orderId, ...(amount ? { amount } : {}) })

  const endDay = async () => {
    const day = dayOf(world.clock.now())
    await world.goTo(`${day}T23:59:59Z`)
    await world.settle()
    const rows = await world.db.query<{ line: string; orders: bigint; value: string; named: string }>(
      `SELECT line, count(*) AS orders, sum(value_units)::text AS value,
         sum(floor(value_units * (terms ->> 'powerPerDay')::numeric))::text AS named
       FROM investment_order WHERE state IN ('earning', 'paused') AND round_started <= $1::date GROUP BY line`,
      [day],
    )
    for (const { line, orders, value, named } of rows)
      had.set(`${addDays(day, 1)} ${line}`, { orders: Number(orders), value: BigInt(value), named: BigInt(named) })
    await world.pass(hourMs)
  }

  beforeAll(async () => {
    world = await liquidityWorld()
    ana = await world.wallet()
    ben = await world.wallet()
    await world.fund({ USDT: '1000', ATMC: '1000' }, 'compound')
    await world.setStar(ana, 1)
    const renewed = await world.buy(ana, { productId: 1, amount: '200', days: 1, reinvest: true })
    await world.buy(ben, { productId: 1, amount: '300', days: 7 })
    const left = await world.buy(ana, { productId: 3, amount: '500', days: 30 })
    await world.buy(ben, { productId: 5, amount: '3000', days: 30 })
    const locked = await world.buy(ben, { productId: 5, amount: '5000', days: 90 })
    const compound = await world.buy(ana, { productId: 20, amount: '1000' })
    const small = await world.buy(ben, { productId: 20, amount: '40' })
    await world.join(ana, { amount: '200', days: 7 })
    const market = await world.join(ben, { amount: '100', days: 30 })
    for (let day = 0; day < 31; day += 1) {
      await endDay()
      if (day === 4) await mark(ana, 22, '600')
      if (day === 9) await redeem(ana, compound.orderId, '123.4')
      if (day === 11) await redeem(ana, left.orderId)
      if (day === 12) await redeem(ben, market.orderId)
      if (day === 13) await world.buy(ana, { productId: 1, amount: '50', days: 15 })
      if (day === 15) {
        await keepPowerDays(world.db)
        const [own] = await world.db.query<{ id: bigint }>(
          `SELECT id FROM investment_order WHERE line = 'acceleration'`,
        )
        await world.call(cancelAcceleration, ana, { orderId: Number(own?.id), amount: '150' })
      }
      if (day === 17) await redeem(ana, compound.orderId, '200')
      if (day === 19) await redeem(ana, compound.orderId, '300')
      if (day === 20) await redeem(ben, small.orderId)
      if (day === 22) await redeem(ben, locked.orderId)
      if (day === 24) await world.call(setReinvest, ana, { orderId: renewed.orderId, reinvest: false })
    }
    await keepPowerDays(world.db)
  })
  afterAll(() => world.close())

  const told = async () => (await powerTexts(world.db, first, last)).map(({ text }) => readPower(text))

  it('are what the entries say, line by line and code by code', async () => {
    const rows = await world.db.query<{ code: number; ref: string; units: bigint; cut: bigint; id: bigint; day: Day }>(
      `SELECT r.code, r.ref, r.amount AS units, r.id, d.day::text AS day FROM record r
         JOIN day_span d ON r.id > d.before AND r.id <= d.cut WHERE r.asset = $1`,
      [assetNumber('POWER')],
    )
    const lineOf = new Map(
      (await world.db.query<{ id: bigint; line: string }>('SELECT id, line FROM investment_order')).map(
        ({ id, line }) => [`order:${id}`, line],
      ),
    )
    const ofLine = new Map(powerOfLines.map(({ line, daily, once, back }) => [line as string, [daily, once, back]]))
    const booked = new Map<string, bigint>()
    for (const { code, ref, units, day } of rows) {
      const line = lineOf.get(ref ?? '') ?? ''
      if (!ofLine.get(line)?.includes(code)) continue
      booked.set(`${day} ${line} ${code}`, (booked.get(`${day} ${line} ${code}`) ?? 0n) + units)
    }
    const kept = (await told()).flatMap(({ day, lines: of }) =>
      of.flatMap(({ line, paid }) => paid.map(({ code, units }) => [`${day} ${line} ${code}`, units] as const)),
    )
    expect(new Map(kept)).toEqual(booked)
    const codes = new Set([...booked.keys()].map((key) => key.slice(11)))
    for (const { line, daily, once, back } of powerOfLines)
      for (const code of [daily, once, back]) if (code !== undefined) expect([...codes]).toContain(`${line} ${code}`)
    const all = await powerBefore(world.db, last)
    for (const { line, paid } of all)
      for (const { code, units } of paid) {
        const sum = [...booked].reduce(
          (total, [key, of]) => (key.endsWith(` ${line} ${code}`) ? total + of : total),
          0n,
        )
        expect([line, code, units]).toEqual([line, code, sum])
      }
  })

  it('stand beside what had been put in on that very day, though rows have changed since', async () => {
    const days = await told()
    expect(days.length).toBe(31)
    for (const { day, lines: of } of days) {
      // Days with fewer than five orders hide the count but include the value.
      const ran = of.filter(({ value }) => value > 0n)
      const expected = [...had.keys()].filter((key) => key.startsWith(day)).map((key) => key.slice(11))
      expect([day, ran.map(({ line }) => line).toSorted()]).toEqual([day, expected.toSorted()])
      for (const { line, orders, value, named } of ran) {
        const then = had.get(`${day} ${line}`)
        expect([day, line, orders]).toEqual([day, line, publicCount(then?.orders ?? 0)])
        // Each withdrawal rounds down and scaling back multiplies the error to a few units of 10⁻⁸.
        for (const [found, meant] of [
          [value, then?.value ?? 0n],
          [named, then?.named ?? 0n],
        ] as const)
          expect(Math.abs(Number(found - meant)), `${day} ${line}`).toBeLessThanOrEqual(10)
      }
    }
  })

  it('stand on every product of the line, by the same figures as on the page of pools: those of the last 30 days', async () => {
    const from = addDays(dayOf(world.clock.now()), -30)
    const days = (await told()).filter(({ day }) => day >= from)
    const figures = powerFigures(days)
    const { items } = await world.call(listProducts, ana, {})
    const paying = items.filter(({ paysPower }) => paysPower)
    expect([...new Set(paying.map(({ line }) => line))].toSorted()).toEqual(
      powerOfLines.map(({ line }) => line).toSorted(),
    )
    for (const { line, realisedPower } of paying) {
      const of = figures.find((each) => each.line === line)
      expect([line, realisedPower]).toEqual([
        line,
        of && { days: of.days, realised: showUnits(of.realised), named: showUnits(of.named) },
      ])
    }
    const { realisedPower } = paying.find(({ line }) => line === 'dual2') ?? {}
    expect(Number(realisedPower?.realised)).toBeLessThan(Number(realisedPower?.named))
    for (const { line, realisedPower: none } of items.filter(({ paysPower }) => !paysPower))
      expect([line, none]).toEqual([line, null])
  })

  it('hang together, and are held against the books', async () => {
    const texts = await powerTexts(world.db, first, last)
    let previous = '0'.repeat(64)
    for (const { text, hash } of texts) {
      expect(readPower(text).previous).toBe(previous)
      expect(powerText(readPower(text))).toBe(text)
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
      previous = hash
    }
    expect(await nextPowerDay(world.db)).toBeUndefined()
    expect(await findPowerProblems(world.db)).toEqual([])
    const [row] = await world.db.query<{ day: string }>('SELECT day::text AS day FROM power_paid ORDER BY day LIMIT 1')
    await asOwner(
      world.db,
      `ALTER TABLE power_paid DISABLE TRIGGER append_only; UPDATE power_paid SET units = units + 1 WHERE day = '${row?.day}';
       ALTER TABLE power_paid ENABLE TRIGGER append_only`,
    )
    expect(await findPowerProblems(world.db)).toEqual(
      expect.arrayContaining([
        `power of ${row?.day}: it is not what the books say`,
        `power of ${row?.day}: it is not what the log says`,
      ]),
    )
    await asOwner(
      world.db,
      `ALTER TABLE power_paid DISABLE TRIGGER append_only; UPDATE power_paid SET units = units - 1 WHERE day = '${row?.day}';
       ALTER TABLE power_paid ENABLE TRIGGER append_only`,
    )
    expect(await findPowerProblems(world.db)).toEqual([])
  })

  it('are refused by the database where they are not those of the books, change, or do not follow', async () => {
    await endDay()
    const due = await nextPowerDay(world.db)
    if (!due) throw new Error('a day is over')
    const close = { ...due, hash: 'a'.repeat(64), more: 0n }
    const put = (changes: Partial<typeof close>) =>
      world.db.transaction(async (tx) => {
        const { day, cut, place, previous, hash, more } = { ...close, ...changes }
        const paid = await tx.query<{ code: number; units: string; postings: bigint }>(
          `SELECT code, sum(amount)::text AS units, count(*) AS postings FROM record
           WHERE asset = $1 AND id > $2 AND id <= $3 AND code IN (2, 5, 9, 14, 20, 24, 13, 8, 10) GROUP BY code`,
          [assetNumber('POWER'), due.before, due.cut],
        )
        for (const each of paid) {
          const line = powerOfLines.find(({ daily, once, back }) => [daily, once, back].includes(each.code))?.line
          await tx.query('INSERT INTO power_paid (day, line, code, units, postings) VALUES ($1, $2, $3, $4, $5)', [
            day,
            line,
            each.code,
            `${BigInt(each.units) + more}`,
            each.postings,
          ])
        }
        await tx.query('INSERT INTO power_day (day, place, cut, previous, hash) VALUES ($1, $2, $3, $4, $5)', [
          day,
          place,
          cut,
          previous,
          hash,
        ])
      })
    await expect(put({ more: 1n })).rejects.toThrow('not what the books say')
    await expect(put({ more: -1n })).rejects.toThrow('not what the books say')
    for (const wrong of [{ place: due.place + 1 }, { previous: 'b'.repeat(64) }, { cut: due.cut - 1n }])
      await expect(put(wrong)).rejects.toThrow('does not follow')
    await put({})
    const again = `INSERT INTO power_paid (day, line, code, units, postings) VALUES ('${due.day}', 'dual2', 15, 1, 1)`
    await expect(world.db.query(again)).rejects.toThrow('the day is closed')
    const open = again.replace(due.day, addDays(due.day, 1))
    await expect(world.db.transaction((tx) => tx.query(open))).rejects.toThrow()
    for (const table of ['power_day', 'power_paid', 'power_held'])
      await expect(world.db.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only')
    await expect(world.db.query(open.replace("'dual2', 15", "'lockup', 20"))).rejects.toThrow()
  })

  it('are made once, however many make them at a time', async () => {
    await world.pass(2 * dayMs)
    await Promise.all([keepPowerDays(world.db), keepPowerDays(world.db)])
    expect(await nextPowerDay(world.db)).toBeUndefined()
  })
})
