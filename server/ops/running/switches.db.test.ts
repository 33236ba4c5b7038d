import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawalOpenings } from '#custody/payments/withdrawal-settings.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import type { Refusal } from '#kit/failure.ts'
import { readSetting, settingChanges } from '#kit/store/settings.store.ts'
import { pairNumber, type WalletId } from '#kit/text/ids.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { alwaysOpen, openingAt } from '#kit/time/opening.ts'
import { loadMaintenance } from '../../limits/maintenance.server.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'switches-'))

describe('what an operator closes', () => {
  let world: InvestingWorld
  let ana: WalletId
  const type = (line: string, name = 'ada') => operate(world, `${line} --as ${join(folder, name)}`, { demo: false })
  const both = async (line: string) => {
    const number = /^proposed: (\d+):/m.exec((await type(line)).text)?.[1]
    return type(`approve ${number}`, 'ben')
  }
  const withdrawing = async () =>
    openingAt((await readSetting(world.db, withdrawalOpenings))['bsc.USDT'] ?? alwaysOpen, world.clock.now())

  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet({ USDT: '2000', ATMC: '2000' })
    for (const name of ['ada', 'ben']) {
      await operate(world, `operator key ${name} ${join(folder, name)}`)
      await type(`operator add ${name}`, name)
    }
  })
  afterAll(() => world.close())

  it('closes a line: what it sells is refused with reason and end, and what runs stays as it is', async () => {
    expect((await type('switch off line dual 2h a wrong card')).text).toContain('done:')
    const until = new Date(world.clock.now().getTime() + 2 * hourMs).toISOString()
    const refusal = await world.buy(ana).then(
      () => undefined,
      (error: Refusal) => [error.key, error.params],
    )
    expect(refusal).toEqual(['invest.line_closed', { until, reason: 'a wrong card' }])
    world.clock.advance(2 * hourMs)
    expect((await world.buy(ana)).state).toBe('to_be_started')
    expect((await type('switch list')).text).toBe('Everything is open.')
  })

  it('has a reason, and an end: of a withdrawal within 72 hours, whoever asks', async () => {
    expect((await type('switch off withdrawal bsc.USDT 73h a node is down')).text).toContain('how long: at most 3d')
    expect((await type('switch off withdrawal bsc.USDT 72h')).text).toContain('reason:')
    expect((await type('switch off withdrawal bsc.ATM 72h why')).text).toContain('what: one of')
    expect((await type('switch off transfer USDT 31d why')).text).toContain('how long: at most 30d')
    expect((await type('window set withdrawal bsc.USDT 9-17 72h why')).text).toContain('window: like')
    const { text } = await type('switch off withdrawal bsc.USDT 60h a node is down')
    expect(text).toContain('done: withdrawal bsc.USDT is off until 2026-11-24T00:00:00.000Z: a node is down')
    expect(await withdrawing()).toBe('closed')
    expect((await type('switch list')).text).toContain('withdrawal bsc.USDT  off until 2026-11-24T00')
    expect((await settingChanges(world.db, 1))[0]).toMatchObject({ reason: 'a node is down' })
    expect((await operations(world.db, 1))[0]).toMatchObject({ verb: 'switch off', isPublic: true, operator: 'ada' })
  })

  it('is opened again by its end; closing it longer, or again within a week, takes a second operator', async () => {
    expect((await type('switch off withdrawal bsc.USDT 72h still down')).text).toContain('proposed:')
    world.clock.advance(60 * hourMs)
    expect((await both('switch off withdrawal bsc.USDT 13h down')).text).toContain('refused: ops.closed_too_long')
    expect(await withdrawing()).toBe('open')
    expect((await type('switch on withdrawal bsc.USDT it works')).text).toContain('withdrawal bsc.USDT is open')
    world.clock.advance(7 * dayMs - 1)
    expect((await type('window set withdrawal bsc.USDT 09:00-17:00 1h nights are unsafe')).text).toContain('proposed:')
    expect(await withdrawing()).toBe('open')
    world.clock.advance(1)
    expect((await type('window set withdrawal bsc.USDT 01:00-09:30 1h days are unsafe')).text).toContain('done:')
    expect(await withdrawing()).toBe('wrong_time')
  })

  it('is opened before its end by two', async () => {
    expect((await type('switch on withdrawal bsc.USDT it works')).text).toContain('proposed:')
    expect(await withdrawing()).toBe('wrong_time')
    expect((await both('switch on withdrawal bsc.USDT it works')).text).toContain('done: withdrawal bsc.USDT is on')
    expect(await withdrawing()).toBe('open')
    expect((await type('switch off withdrawal bsc.USDT 1h again')).text).toContain('proposed:')
  })

  it('closes the app for maintenance within 72 hours, shown beforehand; again within a week only by two', async () => {
    expect((await type('maintenance set now 4d new disks')).code).toBe(2)
    expect((await type('maintenance set 2026-11-01 2h new disks')).text).toContain('from: not before now')
    expect((await type('maintenance end why')).text).toContain('There is no maintenance')
    expect((await type('maintenance set now 2h new disks')).text).toContain('done: the app is closed from')
    expect(await loadMaintenance(world.db, world.clock.now())).toBeDefined()
    expect((await type('maintenance end all is well')).text).toContain('done: the app is open')
    expect(await loadMaintenance(world.db, world.clock.now())).toBeUndefined()
    expect((await type('maintenance set now 2h more disks')).text).toContain('proposed:')
    world.clock.advance(7 * dayMs + 2 * hourMs)
    expect((await type('maintenance set now 2h more disks')).text).toContain('done:')
  })

  it('closes a pair by its name or by its number on the wire', async () => {
    const number = pairNumber('USDT-ATMC')
    expect((await type(`switch off exchange ${number} 1h a look`)).text).toContain('done: exchange USDT-ATMC is off')
    expect((await type('switch off exchange 999 1h a look')).text).toContain('what: one of USDT-')
    expect((await type('switch list')).text).toContain('exchange USDT-ATMC  off until')
  })
})
