import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { asOperators, asOwner, testDb } from '#engine/test/test-db.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import {
  findProposal,
  firstUnsignedProposal,
  propose as proposeAs,
  refuseProposal,
  speakFor,
} from '#identity/operators/operator-proposals.store.ts'
import { expectOperator, operators } from '#identity/operators/operators.store.ts'
import type { Db } from '#kit/store/db.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { dayMs, hourMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { company, outside, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { haltOf, reportIncident } from '#outside/chains/incident.store.ts'
import { operate } from '../../test/test-operator.ts'
import { verbs } from '../base/command-line.ts'
import { keepDemoOperators } from '../base/demo-operators.ts'
import { makeKeyFile } from '../base/operator-key.ts'

const one = 100_000_000n
const folder = mkdtempSync(join(tmpdir(), 'operators-'))
const fileOf = (name: string) => join(folder, `${name}.key`)

/** By command of a single operator, why it cannot reach users' money. */
const alone: Readonly<Record<string, string>> = {
  approve: 'gives the second word; what it carries out is guarded as it was proposed',
  'proposal refuse': 'ends what one asked for oneself; of somebody else’s it takes one’s own word away',
  'market notice': 'only announces; taking the seed back takes two, 30 days later',
  'product end': 'sells less; orders run on',
  'clock advance': 'demo only',
  settle: 'does what the process of days does anyway, by the same rules',
  'ban warn': 'says something to a holder',
  'suspense return': 'asks; approvers sign, and the signer counts them itself',
  'suspense approve': 'brings an approver’s signature, which is what counts',
  'feed spoil': 'demo only',
  'maintenance end': 'opens the app again',
  'notice publish': 'says something',
  'content import': 'says something; the log keeps the hash of each text',
  'content remove': 'says something no more',
  faucet: 'demo only',
  'chat read': 'reads what somebody wrote to support, and the log names who read',
  'chat answer': 'says something, under the operator’s own signature',
  'chat close': 'ends a conversation, which its holder opens again by writing',
}
const withoutReason: Readonly<Record<string, string>> = {
  'operator add': 'names an operator, nothing else',
  'operator end': 'their say ends, and the name says whose',
  'approver add': 'names an approver, nothing else',
  'approver remove': 'their say ends, and the name says whose',
  'address-key name': 'names a key of the signer, nothing else',
  'clock advance': 'demo only',
  settle: 'does what the process of days does anyway, by the same rules',
  'feed spoil': 'demo only',
  'notice publish': 'the text itself is what everybody reads',
  'content import': 'the text itself is what everybody reads',
  'content remove': 'the text is gone, and its name is told',
  'link set': 'says where a link leads, nothing else',
}
const spending = [
  'address refuse',
  'ban suspend',
  'ban withdrawals',
  'block add',
  'fund hold',
  'mailbox keep',
  'session end',
  'suspense cancel',
]
const tightening = [
  'approver remove',
  'withdrawal approve',
  'incident resolve',
  'link set',
  'product quota',
  'region set',
  'setting set',
  'feed limit',
  'switch off',
  'window set',
  'maintenance set',
]

describe('every verb', () => {
  it('takes two operators where it changes something, but for those named here with their reason', () => {
    const guarded = (guard: string) => verbs.filter((verb) => verb.guard === guard).map(({ words }) => words)
    expect(guarded('one').sort()).toEqual(Object.keys(alone).sort())
    const tighter = verbs.filter(({ mayTighten }) => mayTighten)
    const wordsOf = (spends: boolean) =>
      tighter.filter((verb) => (verb.spends ?? false) === spends).map(({ words }) => words)
    expect(wordsOf(false).sort()).toEqual(tightening.sort())
    expect(wordsOf(true).sort()).toEqual(spending.sort())
    expect(guarded('two-or-72h').sort()).toEqual(
      [
        'ban lift',
        'block lift',
        'deposit release',
        'deposit restore',
        'feed release',
        'incident resolve',
        'payment stop',
      ].sort(),
    )
    const shows =
      /( list| show| releases| verify| message| lost| changes| returns| templates|^capital|^operator key|^proof (?:build|check|publish))$/
    expect(guarded('none').filter((words) => !shows.test(words))).toEqual([])
  })

  it('takes a reason where everybody reads what it did, but for those named here', () => {
    const silent = verbs.filter(({ isPublic, usage }) => isPublic && !usage.includes('<reason>'))
    expect(silent.map(({ words }) => words).sort()).toEqual(Object.keys(withoutReason).sort())
  })
})

describe('operators', () => {
  let db: Db
  const clock = stoppedClock(new Date('2026-11-22T10:00:00Z'))
  const type = (line: string, name = 'ada') => operate({ db, clock }, `${line} --as ${fileOf(name)}`, { demo: false })
  const numberIn = (text: string) => /^proposed: (\d+):/m.exec(text)?.[1] ?? ''
  const propose = async (line: string, name = 'ada') => numberIn((await type(line, name)).text)
  /** Proposals use the database clock. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    await db.transaction((tx) => advanceClock(tx, ms))
  }
  const free = () => balanceOf(db, poolFree('dual'), 'USDT')
  const publicKeyOf = (name: string) => JSON.parse(readFileSync(fileOf(name), 'utf8')).publicKey as string

  beforeAll(async () => {
    db = await testDb()
    const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units: 1_000n * one } as const]
    await db.transaction((tx) => post(tx, { key: 'brought', at: clock.now(), postings }))
    for (const name of ['ada', 'ben', 'cleo', 'mallory'])
      expect((await operate({ db, clock }, `operator key ${name} ${fileOf(name)}`, { demo: false })).code).toBe(0)
  })
  afterAll(() => db.close())

  it('name themselves while there are fewer than two, and are then named by two', async () => {
    expect((await operate({ db, clock }, 'pool fund dual USDT 5 more is wanted', { demo: false })).text).toContain(
      'Say who you are',
    )
    expect((await type('pool fund dual USDT 5 more is wanted')).text).toContain(
      'refused: ops.operator_unknown name=ada',
    )
    expect((await type('operator add ada')).text).toContain('done: ada is an operator')
    expect((await type(`operator add ben ${publicKeyOf('mallory')}`)).text).toContain('proposed: 1:')
    expect((await type('approve 1')).text).toContain('ops.two_needed')
    expect((await type('operator add ben', 'ben')).code).toBe(0)
    expect((await type('operator add mallory', 'mallory')).code).toBe(2)
    expect((await type(`operator add mallory ${publicKeyOf('mallory')}`, 'mallory')).text).toContain('operator_unknown')
    const number = await propose(`operator add cleo ${publicKeyOf('cleo')}`)
    expect((await type(`approve ${number}`, 'ben')).text).toContain('done: cleo is an operator')
    expect((await operators(db)).map(({ name }) => name)).toEqual(['ada', 'ben', 'cleo'])
  })

  it('carry out what another proposed as it is possible then; it is said, and both keys are in the log', async () => {
    const { text } = await type('pool fund dual USDT 5 more is wanted')
    expect(text).toMatch(/It takes a second operator, until 20.*Z: approve/)
    const number = numberIn(text)
    expect((await type('proposal list')).text).toContain('ada  pool fund dual USDT 5 more is wanted')
    expect((await type(`approve ${number}`, 'mallory')).text).toContain('ops.operator_unknown')
    expect(await free()).toBe(0n)
    const done = await type(`approve ${number}`, 'ben')
    expect(done.text).toContain('done: pool dual has 5 USDT free')
    const [latest, before] = await operations(db, 2)
    expect(latest).toMatchObject({ verb: 'pool fund', operator: 'ben', publicKey: publicKeyOf('ben'), isPublic: true })
    expect(before).toMatchObject({ verb: 'propose', operator: 'ada', publicKey: publicKeyOf('ada') })
    expect([latest?.proposal, before?.proposal]).toEqual([BigInt(number), BigInt(number)])
    // The second approval is refused, but its proposal stays open.
    const [much, more] = [
      await propose('pool fund dual USDT 990 more is wanted'),
      await propose('pool fund dual USDT 900 more is wanted'),
    ]
    expect((await type(`approve ${much}`, 'ben')).code).toBe(0)
    const late = await type(`approve ${more}`, 'ben')
    expect(late.text).toContain('said when proposed: move 900 USDT of 995 USDT capital')
    expect(late.text).toContain('refused: balance.insufficient coin=USDT')
    expect((await type('proposal list')).text).toContain('pool fund dual USDT 900 more is wanted')
    expect((await type(`proposal refuse ${more} too late`)).code).toBe(0)
    expect((await type(`approve ${more}`, 'ben')).text).toContain('ops.proposal_over')
    expect((await type('log verify')).text).toContain('The log holds')
  })

  it('tighten alone, and loosen with another', async () => {
    expect((await type('setting set security.without_code 50 more care')).text).toContain('done:')
    expect((await type('setting set security.without_code 100 less care')).text).toContain('proposed:')
    expect((await type('setting set withdrawals.limits.reviewAboveValue 500 more care')).text).toContain('done:')
    expect((await type('setting set withdrawals.limits.reviewAboveValue 501 less care')).text).toContain('proposed:')
    expect((await type('setting set reconciliation.tolerance.bsc.USDT 5 it never fits')).text).not.toContain('done:')
  })

  it('may go on alone after 72 hours where a customer waits, and nowhere else', async () => {
    await reportIncident(db, { chain: 'bsc', kind: 'deep_reorg', halts: true, detail: {}, at: clock.now() })
    const number = await propose('incident resolve 1 looked at the chain')
    const other = await propose('pool fund dual USDT 1 more is wanted')
    await pass(72 * hourMs - minuteMs)
    expect((await type(`approve ${number}`)).text).toContain('ops.two_needed')
    await pass(minuteMs)
    expect((await type(`approve ${other}`)).text).toContain('ops.two_needed')
    expect(await haltOf(db, 'bsc')).toBe('deep_reorg')
    expect((await type(`approve ${number}`)).code).toBe(0)
    expect(await haltOf(db, 'bsc')).toBeUndefined()
    await pass(4 * dayMs)
    expect((await type(`approve ${other}`, 'ben')).text).toContain('ops.proposal_over')
  })

  it('count no more once they are ended, with what they proposed; two stay', async () => {
    const theirs = await propose('pool fund dual USDT 1 more is wanted', 'cleo')
    const end = await propose('operator end cleo')
    expect((await type(`approve ${end}`, 'ben')).code).toBe(0)
    expect((await type(`approve ${theirs}`, 'ben')).text).toContain('ops.operator_unknown name=cleo')
    expect((await type('pool fund dual USDT 1 more is wanted', 'cleo')).text).toContain('ops.operator_unknown')
    const last = await propose('operator end ben')
    expect((await type(`approve ${last}`, 'ben')).text).toContain('ops.operators_few')
  })

  it('keep their keys for themselves: a file others can read is not opened, nor one without its passphrase', async () => {
    expect(statSync(fileOf('ada')).mode & 0o777).toBe(0o600)
    expect((await type(`operator key ada ${fileOf('ada')}`)).code).toBe(2)
    chmodSync(fileOf('mallory'), 0o644)
    expect((await type('proposal refuse 1 no', 'mallory')).text).toContain('chmod 600')
    const words = join(folder, 'words')
    writeFileSync(words, 'twelve letters and more\n', { mode: 0o600 })
    const sealed = fileOf('dora')
    makeKeyFile(sealed, 'dora', 'twelve letters and more', { memory: 64, passes: 1, parallelism: 1 })
    expect(readFileSync(sealed, 'utf8')).not.toContain('secretKey')
    expect((await type('proposal refuse 1 no', 'dora')).text).toContain('The key is sealed')
    const opened = await type(`proposal refuse 1 no --passphrase-file ${words}`, 'dora')
    expect(opened.text).toContain('ops.operator_unknown name=dora')
  })

  it('carry a proposal out once, whenever the one who does is killed', async () => {
    const number = await propose('pool fund dual USDT 1 more is wanted')
    const before = await free()
    const killed: Db = {
      ...db,
      query: (...asked) => db.query(...asked),
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed before it is kept')
        }),
    }
    const line = `approve ${number} --as ${fileOf('ben')}`
    await expect(operate({ db: killed, clock }, line, { demo: false })).rejects.toThrow('killed before')
    expect([await free(), (await type('proposal list')).text]).toEqual([before, expect.stringContaining(`${number}  `)])
    expect((await type(`approve ${number}`, 'ben')).code).toBe(0)
    expect((await type(`approve ${number}`, 'ben')).text).toContain('was carried out by ben')
    expect(await free()).toBe(before + one)
  })

  it('of a demo sign at once, and count nowhere else', async () => {
    const demo = await operate({ db, clock }, 'pool fund dual USDT 1 more is wanted')
    expect(demo.text).toContain('done: pool dual has 997 USDT free\ndemo: signed by demo operators')
    expect((await operations(db, 1))[0]).toMatchObject({ operator: 'demo-two' })
    const [row] = await db.query<{ count: bigint }>('SELECT count(*) AS count FROM operator WHERE is_demo')
    expect(row?.count).toBe(2n)
    const known = await operators(db)
    expect(known.filter(({ isDemo }) => isDemo).map(({ name }) => name)).toEqual(['demo-one', 'demo-two'])
    for (const signer of await db.transaction((tx) => keepDemoOperators(tx, clock.now()))) {
      const outside = db.transaction((tx) => expectOperator(tx, signer, false))
      await expect(outside).rejects.toThrow('ops.operator_unknown')
    }
  })

  it('of a demo propose nothing outside it, and are not there where real networks are', async () => {
    const asked = {
      verb: 'pool fund',
      args: ['dual', 'USDT', '1', 'why'],
      flags: {},
      guard: 'two',
      will: ['?'],
    } as const
    const { id } = await db.transaction(async (tx) => {
      const [first] = await keepDemoOperators(tx, clock.now())
      return proposeAs(tx, asked, first as never)
    })
    const answer = await type(`approve ${id}`, 'ben').catch((error: Error) => ({ code: 1, text: error.message }))
    expect([answer.code, answer.text]).toEqual([1, expect.stringContaining('demo-one')])
    expect((await findProposal(db, id))?.doneAt).toBeNull()
    const real = db.transaction(async (tx) => {
      await tx.query(`INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, enabled)
        VALUES ('bsc', 56, '0x', '{}', 0, '', false, true)`)
      await speakAsOperators(tx)
      const values = `('eve', '${'E'.repeat(43)}', now(), true)`
      await tx.query(`INSERT INTO operator (name, public_key, added_at, is_demo) VALUES ${values}`)
    })
    await expect(real).rejects.toThrow('this database has real networks')
    await db.transaction((tx) => refuseProposal(tx, id, { by: 'demo-one', reason: 'of a demo' }))
  })

  it('are held to it by the database', async () => {
    const { proposal: number } = (await operations(db, 1))[0] ?? {}
    const word = (as: 'one' | bigint, work: string) =>
      db.transaction(async (tx) => {
        await speakAsOperators(tx)
        await speakFor(tx, as)
        await tx.query(work)
      })
    const name = `INSERT INTO operator (name, public_key, added_at) VALUES ('eve', '${'E'.repeat(43)}', now())`
    const approver = `INSERT INTO approver (name, public_key, added_at) VALUES ('eve', '${'E'.repeat(43)}', now())`
    const venue = `INSERT INTO venue_address (chain, address, product_id) VALUES ('bsc', '0x', 1)`
    for (const work of [name, approver, venue]) {
      await expect(asOperators(db, work)).rejects.toThrow('takes the word of two operators')
      await expect(word('one', work)).rejects.toThrow('takes the word of two operators')
      await expect(word(99n, work)).rejects.toThrow('takes the word of two operators')
      await expect(word(BigInt(number ?? 0), work)).rejects.toThrow('takes the word of two operators')
    }
    const capital = { from: company('capital'), to: poolFree('dual'), asset: 'USDT', units: 1n } as const
    const alone = db.transaction(async (tx) => {
      await speakFor(tx, 'one')
      await post(tx, { key: 'alone', at: clock.now(), postings: [capital] })
    })
    await expect(alone).rejects.toThrow('takes the word of two operators')
    const waiting = await propose('pool fund dual USDT 1 more is wanted')
    const same = `UPDATE operator_proposal SET approved_by = 'ada', approval = 's', done_at = proposed_at WHERE id = ${waiting}`
    await expect(asOperators(db, same)).rejects.toThrow('violates check constraint')
    const changed = `UPDATE operator_proposal SET args = '["dual", "USDT", "4", "why"]' WHERE id = ${waiting}`
    await expect(asOperators(db, changed)).rejects.toThrow('it is what was signed')
    await expect(asOperators(db, `UPDATE operator_proposal SET refusal = '' WHERE id = ${number}`)).rejects.toThrow(
      'it is what was signed',
    )
    await expect(asOperators(db, `UPDATE operator SET public_key = 'x' WHERE name = 'ada'`)).rejects.toThrow('is kept')
    await asOwner(db, `ALTER TABLE operator_proposal DISABLE TRIGGER operator_proposal_is_final; ${changed}`)
    expect((await type(`approve ${waiting}`, 'ben')).text).toContain('ops.operator_unknown name=ada')
    expect(await firstUnsignedProposal(db)).toBeUndefined()
    await asOperators(
      db,
      `UPDATE operator_proposal SET approved_by = 'ben', approval = 'x', done_at = proposed_at WHERE id = ${waiting}`,
    )
    expect(await firstUnsignedProposal(db)).toBe(BigInt(waiting))
    expect((await type('log verify')).text).toContain(`Proposal ${waiting} was carried out without two signatures`)
  })
})
