import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvers } from '#custody/payments/approving/approvals.store.ts'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { asOperators } from '#engine/test/test-db.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import { transferLimits, transferScope } from '#features/transfers/transfer-settings.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'alone-'))
const hour = 60

describe('one operator alone who would close everything', () => {
  let world: InvestingWorld
  let ana: WalletId
  const type = (line: string, name = 'ada') => operate(world, `${line} --as ${join(folder, name)}`, { demo: false })
  const numberIn = ({ text }: { text: string }) => /^proposed: (\d+):/m.exec(text)?.[1] ?? ''
  const both = async (line: string) => type(`approve ${numberIn(await type(line))}`, 'ben')
  const suspended = async () => (await loadWallet(world.db, ana)).bannedUntil
  const held = async () => (await world.db.query<{ until: Date }>('SELECT until FROM fund_hold'))[0]?.until

  beforeAll(async () => {
    world = await investingWorld()
    ana = await world.wallet({ USDT: '2000' })
    for (const name of ['ada', 'ben', 'cleo'])
      await operate(world, `operator key ${name} ${join(folder, name)}`, { demo: false })
    for (const name of ['ada', 'ben']) await type(`operator add ${name}`, name)
  })
  afterAll(() => world.close())

  it('sets no limit of transfers and exchange that nobody can keep to, nor narrows whom one may pay', async () => {
    for (const line of [
      'transfers.limits.maximumValue 1',
      'exchange.limits.maximumValue 5',
      'exchange.limits.impactMax 0',
    ])
      expect([line, (await type(`setting set ${line} a look`)).code]).toEqual([line, 2])
    expect((await type('setting set transfers.limits.maximumValue 1000 a look')).text).toContain('done:')
    expect((await type('setting set transfers.scope team a look')).text).toContain('proposed:')
    expect([await readSetting(world.db, transferLimits), await readSetting(world.db, transferScope)]).toEqual([
      { minimumValue: '1', maximumValue: '1000' },
      'any',
    ])
  })

  it('takes no say away that is needed, and asks for no more approvers than there are', async () => {
    for (const letter of 'ABC')
      expect((await both(`approver add eve-${letter.toLowerCase()} ${letter.repeat(43)}`)).code).toBe(0)
    expect((await type('setting set withdrawals.approvals 4 more care')).text).toContain('proposed:')
    const ends = await Promise.all([type('approver remove eve-a'), type('approver remove eve-b')])
    expect(ends.filter(({ text }) => text.includes('done:'))).toHaveLength(1)
    const [first, second] = (await approvers(world.db)).map(({ name }) => name)
    expect((await type(`approver remove ${first}`)).text).toContain('proposed:')
    expect(await approvers(world.db)).toHaveLength(2)
    const byHand = world.db.transaction(async (tx) => {
      await speakAsOperators(tx)
      await tx.query("SELECT set_config('glasshouse.word', 'one', true)")
      await tx.query('UPDATE approver SET removed_at = now()')
    })
    await expect(byHand).rejects.toThrow('takes the word of two operators')
    expect((await both(`approver remove ${second}`)).text).toContain('approves nothing any more')
  })

  it('suspends a wallet for 72 hours within seven days at most, however often', async () => {
    expect((await type(`ban suspend ${ana} 73h a look`)).text).toContain('proposed:')
    expect((await type(`ban suspend ${ana} 48h a look`)).text).toContain('done:')
    const until = await suspended()
    expect((await type(`ban suspend ${ana} 1m another look`)).text).toContain('proposed:')
    expect(await suspended()).toEqual(until)
    world.clock.advance(48 * hourMs)
    await world.db.query('UPDATE wallet SET banned_at = NULL, ban_reason = NULL, banned_until = NULL')
    expect((await type(`ban withdrawals ${ana} ${24 * hour + 1}m a look`)).text).toContain('proposed:')
    expect((await type(`ban withdrawals ${ana} 24h a look`)).text).toContain('done:')
    world.clock.advance(24 * hourMs)
    expect((await type(`ban suspend ${ana} 1m a third look`)).text).toContain('proposed:')
    world.clock.advance(4 * dayMs)
    expect((await type(`ban suspend ${ana} 1h a third look`)).text).toContain('done:')
    expect((await both(`ban suspend ${ana} 30d a court`)).text).toContain('done:')
    world.clock.advance(24 * hourMs)
    expect((await both(`ban lift ${ana} suspension the court took it back`)).text).toContain('done:')
    expect((await type(`ban suspend ${ana} 72h a fourth look`)).text).toContain('proposed:')
    expect((await type(`ban suspend ${ana} 48h a fourth look`)).text).toContain('done:')
  })

  it('ends the sessions of a wallet three times within seven days at most, whatever else was taken of it', async () => {
    const eva = await world.wallet({ USDT: '10' })
    const done: number[] = []
    for (let nth = 0; nth < 42; nth++) {
      const { text } = await type(`session end ${eva} look number ${nth}`)
      if (text.includes('done:')) done.push(nth * 8)
      world.clock.advance(8 * hourMs)
    }
    for (const from of done) expect(done.filter((at) => at >= from && at < from + 7 * 24).length).toBeLessThanOrEqual(3)
    expect(done.length).toBeGreaterThan(3)
    world.clock.advance(7 * dayMs)
    expect((await type(`session end ${eva} a look`)).text).toContain('done:')
    expect((await type(`ban withdrawals ${eva} ${48 * hour + 1}m a look`)).text).toContain('proposed:')
    expect((await type(`ban withdrawals ${eva} 48h a look`)).text).toContain('done:')
    expect((await type(`session end ${eva} a look`)).text).toContain('proposed:')
    expect((await both(`session end ${eva} the holder asked for it`)).text).toContain('sessions ended')
  })

  it('takes nothing of a holder by SQL that is not counted', async () => {
    const { db } = world
    const eva = await world.wallet({ USDT: '10' })
    const alone = (statement: string) =>
      db.transaction(async (tx) => {
        await speakAsOperators(tx)
        await tx.query("SELECT set_config('glasshouse.word', 'one', true)")
        await tx.query(statement)
      })
    await db.query(`INSERT INTO session (id, token_hash, wallet_id, device_id, user_agent, ip, sealed_secret, created_at, seen_at)
      VALUES ('s', 's', '${eva}', 'd', 'u', '1.2.3.4', '', now(), now())`)
    const end = "UPDATE session SET ended_at = now(), end_reason = 'by_operator' WHERE id = 's'"
    for (const statement of [
      end,
      `UPDATE wallet SET banned_at = now(), ban_reason = 'x', banned_until = now() + interval '1 hour' WHERE id = '${eva}'`,
      `UPDATE wallet SET withdrawal_ban_reason = 'x', withdrawal_ban_until = now() + interval '1 hour' WHERE id = '${eva}'`,
    ])
      await expect(alone(statement)).rejects.toThrow('what one operator takes is counted')
    await expect(db.query(end)).rejects.toThrow('what one operator takes is counted')
    const stop = (kind: string, span: string) =>
      `INSERT INTO operator_stop (subject, kind, at, until) VALUES ('wallet:${eva}', '${kind}', now(), now() + interval '${span}');`
    await expect(alone(stop('sessions', '1 second'))).rejects.toThrow('operator_stop_cost')
    await asOperators(db, stop('address', '72 hours'))
    await expect(asOperators(db, stop('sessions', '24 hours'))).rejects.toThrow('takes the word of two operators')
    await expect(alone(stop('suspension', '1 minute'))).rejects.toThrow('takes the word of two operators')
  })

  it('holds a fund for 72 hours within seven days at most, and does not end a hold with a shorter one', async () => {
    expect((await type('fund hold 34 72h a result is late')).text).toContain('done:')
    const until = await held()
    expect((await type('fund hold 34 1m a result is late')).text).toContain('proposed:')
    expect(await held()).toEqual(until)
    world.clock.advance(72 * hourMs)
    expect((await type('fund hold 34 1h a result is late')).text).toContain('proposed:')
    expect((await both('fund hold 34 1h a result is late')).text).toContain('done:')
    expect((await both('fund nav 34 the result is in')).text).toContain('done:')
    world.clock.advance(4 * dayMs + hourMs)
    expect((await type('fund hold 34 71h a result is late')).text).toContain('done:')
    const long = `INSERT INTO operator_stop (subject, kind, at, until) VALUES ('fund:34', 'value', now(), now() + interval '73 hours')`
    const byHand = world.db.transaction(async (tx) => {
      await speakAsOperators(tx)
      await tx.query("SELECT set_config('glasshouse.word', 'one', true)")
      await tx.query(long)
    })
    await expect(byHand).rejects.toThrow('takes the word of two operators')
  })

  it('refuses a proposal for themselves alone: others carry it out, its proposer or two others end it', async () => {
    const cleo = JSON.parse(readFileSync(join(folder, 'cleo'), 'utf8')) as { publicKey: string }
    expect((await both(`operator add cleo ${cleo.publicKey}`)).code).toBe(0)
    const carried = numberIn(await type(`ban suspend ${ana} 20d a court`))
    expect((await type(`proposal refuse ${carried} I do not like it`, 'cleo')).code).toBe(0)
    expect((await type(`proposal refuse ${carried} once more`, 'cleo')).text).toContain('ops.nothing_to_do')
    expect((await type('proposal list')).text).toContain('refused by cleo: I do not like it')
    expect((await type(`approve ${carried}`, 'cleo')).text).toContain('ops.two_needed')
    expect((await type(`approve ${carried}`, 'ben')).text).toContain('done:')
    const [own, fallen] = [
      numberIn(await type(`ban suspend ${ana} 21d court`)),
      numberIn(await type(`ban suspend ${ana} 22d court`)),
    ]
    expect((await type(`proposal refuse ${own} a mistake`)).code).toBe(0)
    expect((await type(`approve ${own}`, 'ben')).text).toContain('ops.proposal_over')
    const words = await Promise.all(['ben', 'cleo'].map((name) => type(`proposal refuse ${fallen} too long`, name)))
    expect(words.map(({ code }) => code)).toEqual([0, 0])
    expect((await type(`approve ${fallen}`)).text).toContain('ops.proposal_over')
  })

  it('goes on alone after 72 hours only where nobody refused, however the moments were written', async () => {
    const lift = `ban lift ${ana} suspension all is well`
    const refused = numberIn(await type(lift))
    expect((await type(`proposal refuse ${refused} nothing is well`, 'ben')).code).toBe(0)
    const waiting = numberIn(await type(lift))
    const { db } = world
    const back = (id: string) =>
      `UPDATE operator_proposal SET proposed_at = proposed_at - interval '72 hours' WHERE id = ${id}`
    await expect(asOperators(db, back(waiting))).rejects.toThrow('it is what was signed')
    const columns = 'verb, args, flags, will, guard, text, hash, proposed_by, signature'
    const early = `INSERT INTO operator_proposal (id, ${columns}, proposed_at, expires_at)
      SELECT 999, ${columns}, proposed_at - interval '72 hours', expires_at - interval '72 hours' FROM operator_proposal WHERE id = ${waiting}`
    await expect(asOperators(db, early)).rejects.toThrow('it begins now')
    // The database sets the approval time.
    const word = (id: string, at: string) =>
      `UPDATE operator_proposal SET approved_by = 'ada', approval = 'x', done_at = ${at} WHERE id = ${id}`
    await expect(asOperators(db, word(waiting, "proposed_at + interval '72 hours'"))).rejects.toThrow(
      'operator_proposal',
    )
    expect((await type(`approve ${waiting}`)).text).toContain('ops.two_needed')
    const ended = (by: string) =>
      asOperators(
        db,
        `UPDATE operator_proposal SET refused_by = '${by}', refusal = 'x', refused_at = now() WHERE id = ${waiting}`,
      )
    await expect(ended('ben')).rejects.toThrow('its proposer ends it, or two others')
    await db.transaction((tx) => advanceClock(tx, 72 * hourMs))
    expect((await type(`approve ${refused}`)).text).toContain('ops.two_needed')
    await expect(asOperators(db, word(refused, 'now()'))).rejects.toThrow('takes the word of another operator')
    expect((await type(`approve ${waiting}`)).text).toContain('is lifted')
  })

  it('moves no clock where real networks are', async () => {
    const moved = world.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, enabled)
        VALUES ('bsc', 56, '0x', '{}', 0, '', false, true)`)
      await advanceClock(tx, dayMs)
    })
    await expect(moved).rejects.toThrow('the clock stays')
  })
})
