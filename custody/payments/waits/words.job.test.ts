import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { type LogSigner, logOperation } from '#identity/operators/operator-log.store.ts'
import { approveProposal, propose, speakFor } from '#identity/operators/operator-proposals.store.ts'
import { addOperator, endOperator, signerOf } from '#identity/operators/operators.store.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { haltOf, openIncidents } from '#outside/chains/incident.store.ts'
import { addApprover, removeApprover } from '../approving/approvals.store.ts'
import { createWordGuard } from './words.job.ts'

const clock = stoppedClock(new Date('2026-11-27T10:00:00Z'))
const signerNamed = (name: string): LogSigner => signerOf(name, createHash('sha256').update(`test ${name}`).digest())
const [ada, ben, cleo, eve] = ['ada', 'ben', 'cleo', 'eve'].map(signerNamed) as [
  LogSigner,
  LogSigner,
  LogSigner,
  LogSigner,
]
const tables = [
  'operator',
  'operator_proposal',
  'operator_log',
  'operator_refusal',
  'operator_stop',
  'approver',
  'withdrawal_approval',
]

describe('what operators and approvers are said to have said', () => {
  let db: Db
  const logged = (tx: Tx, verb: string, args: readonly string[], signer: LogSigner, proposal: bigint | null = null) =>
    logOperation(tx, { verb, args: { args }, changed: {}, at: clock.now(), proposal }, signer)
  const byTwo = (verb: string, args: readonly string[], change: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      const { id } = await propose(tx, { verb, args, flags: {}, will: [], guard: 'two' }, ada)
      await approveProposal(tx, id, ben, false)
      await speakFor(tx, id)
      await change(tx)
      await logged(tx, verb, args, ben, id)
    })
  const nameOperator = ({ operator: name, publicKey }: LogSigner) =>
    byTwo('operator add', [name, publicKey], (tx) => addOperator(tx, { name, publicKey, isDemo: false }, clock.now()))
  const nameApprover = (name: string, publicKey: string) =>
    byTwo('approver add', [name, publicKey], (tx) => addApprover(tx, { name, publicKey }, clock.now()))
  const turn = async (guard: () => Promise<void>) => {
    await guard()
    const [found] = await openIncidents(db)
    return [await haltOf(db, 'bsc'), found?.detail.word]
  }

  beforeAll(async () => {
    db = await testDb()
    await db.query(`INSERT INTO network (chain, evm_chain_id, genesis_hash, tokens, start_block, explorer_url, demo, enabled)
      VALUES ('bsc', 56, '0x', '{}', 0, '', false, true)`)
    for (const signer of [ada, ben])
      await db.transaction(async (tx) => {
        const { operator: name, publicKey } = signer
        await addOperator(tx, { name, publicKey, isDemo: false }, clock.now())
        await logged(tx, 'operator add', [name], signer)
      })
    await nameOperator(cleo)
    await nameApprover('max', 'M'.repeat(43))
    await nameApprover('mia', 'N'.repeat(43))
    await byTwo('approver remove', ['mia'], (tx) => removeApprover(tx, 'mia', clock.now()))
  })
  afterAll(() => db.close())
  beforeEach(() => db.query('DELETE FROM chain_incident'))

  it('is written by no part of the product: its role reads it', async () => {
    for (const table of tables) {
      for (const write of [`INSERT INTO ${table} DEFAULT VALUES`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(db.query(write), write).rejects.toThrow('permission denied')
      const writable = await db.query(
        `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
           AND has_column_privilege('glasshouse', attrelid, attnum, 'INSERT, UPDATE')`,
        [table],
      )
      expect(writable).toEqual([])
      await db.query(`SELECT * FROM ${table}`)
    }
    // The attack: an unsigned proposal and approval that add an operator.
    await expect(db.transaction((tx) => addUnsigned(tx))).rejects.toThrow('permission denied')
    await db.transaction((tx) => speakAsOperators(tx))
    await expect(db.query("UPDATE operator SET name = 'eve'")).rejects.toThrow('permission denied')
  })

  /** Everything that an attacker with database access can write. Lacks signatures. */
  async function addUnsigned(tx: Tx): Promise<void> {
    await tx.query(unsigned)
  }
  const text = 'not what was signed'
  const unsigned = `INSERT INTO operator_proposal (id, verb, args, flags, will, guard, text, hash, proposed_by, signature, proposed_at, expires_at)
    SELECT 99, 'operator add', '["eve", "${eve.publicKey}"]', '{}', '[]', 'two', '${text}', encode(sha256('${text}'), 'hex'), 'ada', 'x', t, t + interval '7 days'
    FROM (SELECT business_now() AS t) AS now`

  it('holds nothing up where everybody signed, turn after turn', async () => {
    const guard = createWordGuard({ db, clock })
    for (const _ of [1, 2, 3]) expect(await turn(guard)).toEqual([undefined, undefined])
    await nameApprover('mo', 'O'.repeat(43))
    expect(await turn(guard)).toEqual([undefined, undefined])
    expect(await turn(createWordGuard({ db, clock }))).toEqual([undefined, undefined])
  })

  const open = (table: string, change: string) =>
    `ALTER TABLE ${table} DISABLE TRIGGER USER; ${change}; ALTER TABLE ${table} ENABLE TRIGGER USER`
  const planted: readonly (readonly [named: string, table: string, change: string, undo: string])[] = [
    [
      'operator eve',
      'operator',
      `INSERT INTO operator (name, public_key, added_at) VALUES ('eve', '${eve.publicKey}', '2026-01-01')`,
      "DELETE FROM operator WHERE name = 'eve'",
    ],
    [
      'operator cleo',
      'operator',
      `UPDATE operator SET public_key = '${eve.publicKey}' WHERE name = 'cleo'`,
      `UPDATE operator SET public_key = '${cleo.publicKey}' WHERE name = 'cleo'`,
    ],
    [
      'operator cleo',
      'operator',
      "UPDATE operator SET ended_at = added_at WHERE name = 'cleo'",
      "UPDATE operator SET ended_at = NULL WHERE name = 'cleo'",
    ],
    [
      'operator eve',
      'operator',
      `ALTER TABLE operator DISABLE TRIGGER USER; INSERT INTO operator (name, public_key, is_demo, added_at) VALUES ('eve', '${eve.publicKey}', true, now())`,
      "DELETE FROM operator WHERE name = 'eve'",
    ],
    [
      'approver eve',
      'approver',
      `INSERT INTO approver (name, public_key, added_at) VALUES ('eve', '${eve.publicKey}', now())`,
      "DELETE FROM approver WHERE name = 'eve'",
    ],
    [
      'approver mia',
      'approver',
      "UPDATE approver SET removed_at = NULL WHERE name = 'mia'",
      "UPDATE approver SET removed_at = now() WHERE name = 'mia'",
    ],
    [
      'approver max',
      'approver',
      "UPDATE approver SET removed_at = now() WHERE name = 'max'",
      "UPDATE approver SET removed_at = NULL WHERE name = 'max'",
    ],
    [
      'proposal 99',
      'operator_proposal',
      `${unsigned}; UPDATE operator_proposal SET approved_by = 'ben', approval = 'x', done_at = proposed_at WHERE id = 99`,
      'DELETE FROM operator_proposal WHERE id = 99',
    ],
    ['proposal 99', 'operator_proposal', unsigned, 'DELETE FROM operator_proposal WHERE id = 99'],
    [
      'operator cleo',
      'operator_proposal',
      `UPDATE operator_proposal SET args = '["eve"]' WHERE verb = 'operator add'`,
      `UPDATE operator_proposal SET args = '["cleo", "${cleo.publicKey}"]' WHERE verb = 'operator add'`,
    ],
  ]
  for (const isWatching of [true, false])
    it(`stops payments and is named in one turn where it was not signed, ${isWatching ? 'while the worker runs' : 'when it starts'}`, async () => {
      for (const [named, table, change, undo] of planted) {
        const guard = createWordGuard({ db, clock })
        if (isWatching) expect(await turn(guard), undo).toEqual([undefined, undefined])
        await asOwner(db, open(table, change))
        expect(await turn(guard), change).toEqual(['word_unsigned', named])
        // Reported only once.
        await turn(guard)
        expect(await openIncidents(db)).toHaveLength(1)
        await asOwner(db, open(table, undo))
        await db.query('DELETE FROM chain_incident')
      }
    })

  it('holds nothing up when two operators end another one', async () => {
    const guard = createWordGuard({ db, clock })
    expect(await turn(guard)).toEqual([undefined, undefined])
    await byTwo('operator end', ['cleo'], (tx) => endOperator(tx, 'cleo', clock.now()))
    expect(await turn(guard)).toEqual([undefined, undefined])
  })

  it('names a line of the log that was put there, changed or taken out', async () => {
    const guard = createWordGuard({ db, clock })
    expect(await turn(guard)).toEqual([undefined, undefined])
    const [{ id: last }] = (await db.query<{ id: bigint }>('SELECT max(id) AS id FROM operator_log')) as [
      { id: bigint },
    ]
    const columns = 'at, verb, args, changed, previous, operator, public_key, signature, is_public, salt'
    await asOwner(
      db,
      `INSERT INTO operator_log (id, hash, ${columns}) SELECT id + 1, 'h', ${columns} FROM operator_log WHERE id = ${last}`,
    )
    expect(await turn(guard)).toEqual(['word_unsigned', `line ${last + 1n} of the log`])
    await asOwner(db, open('operator_log', `DELETE FROM operator_log WHERE id >= ${last}`))
    await db.query('DELETE FROM chain_incident')
    expect(await turn(guard)).toEqual(['word_unsigned', `line ${last} of the log`])
  })
})
