import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speakAsOperators } from '#engine/db-role.store.ts'
import { asOperators, asOwner, testDb } from '#engine/test/test-db.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Db } from '#kit/store/db.ts'
import {
  digestsOf,
  firstBrokenOperation,
  type LoggedOperation,
  logOperation,
  operations,
  textOf,
} from './operator-log.store.ts'

const at = new Date('2026-11-21T10:00:00Z')
const secretKey = new Uint8Array(32).fill(7)
const signer = {
  operator: 'ada',
  publicKey: publicTextOf(secretKey),
  sign: (text: string) => signWith(text, secretKey),
}

let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

describe('the operator log', () => {
  it('chains what was done, and shows what was changed afterwards', async () => {
    const log = (verb: string) =>
      db.transaction(async (tx) => {
        await speakAsOperators(tx)
        await tx.query(
          "INSERT INTO operator (name, public_key, added_at) VALUES ('ada', $1, $2) ON CONFLICT DO NOTHING",
          [signer.publicKey, at],
        )
        return logOperation(tx, { verb, args: { z: 1, a: { c: 2n, b: [1] } }, changed: {}, at }, signer)
      })
    await log('clock.advance')
    await log('capital.bring')
    await log('notice.publish')
    expect((await operations(db, 2)).map(({ verb }) => verb)).toEqual(['notice.publish', 'capital.bring'])
    expect(await firstBrokenOperation(db)).toBeUndefined()
    await expect(asOperators(db, "UPDATE operator_log SET verb = 'x'")).rejects.toThrow('append-only')
    await asOwner(
      db,
      "ALTER TABLE operator_log DISABLE TRIGGER append_only; UPDATE operator_log SET args = '{}' WHERE id = 2",
    )
    expect(await firstBrokenOperation(db)).toBe(2n)
  })

  it('carries what everybody may read of a line in what is signed, and is checked beside lines without such a part', async () => {
    const db = await testDb()
    await asOperators(db, "INSERT INTO operator (name, public_key, added_at) VALUES ('ada', $1, $2)", [
      signer.publicKey,
      at,
    ])
    const line = { verb: 'ban warn', args: { args: ['a wallet'] }, changed: { lines: ['it is warned'] }, at }
    const told = { lines: ['warn a wallet: too many'] }
    await db.transaction((tx) => logOperation(tx, line, signer))
    await db.transaction((tx) => logOperation(tx, { ...line, told }, signer))
    const [second, first] = await operations(db, 2)
    expect([second?.told, first?.told]).toEqual([told, null])
    expect(await firstBrokenOperation(db)).toBeUndefined()
    const { argsDigest, changedDigest } = digestsOf(first as LoggedOperation)
    expect(textOf(first as LoggedOperation)).toBe(
      [
        ...['glasshouse-log-v3', 1, at.toISOString(), 'ban warn', 'ada', signer.publicKey, '-', 'digest'],
        ...[argsDigest, changedDigest, '0'.repeat(64)],
      ].join('\n'),
    )
    const whole = db.transaction((tx) => logOperation(tx, { ...line, told, isPublic: true }, signer))
    await expect(whole).rejects.toThrow('check constraint')
    await asOwner(
      db,
      `ALTER TABLE operator_log DISABLE TRIGGER append_only; UPDATE operator_log SET told = '{"lines":["nothing"]}' WHERE id = 2`,
    )
    expect(await firstBrokenOperation(db)).toBe(2n)
    await asOwner(db, 'UPDATE operator_log SET told = NULL WHERE id = 2')
    expect(await firstBrokenOperation(db)).toBe(2n)
    await db.close()
  })

  it('carries who did what: a line written in another’s name is found, and an unsigned one is refused', async () => {
    const db = await testDb()
    const key = publicTextOf(secretKey)
    await asOperators(db, "INSERT INTO operator (name, public_key, added_at) VALUES ('ada', $1, $2)", [key, at])
    const forged = { ...signer, sign: (text: string) => signWith(text, new Uint8Array(32).fill(8)) }
    const line = { verb: 'capital.bring', args: {}, changed: {}, at }
    await db.transaction((tx) => logOperation(tx, line, signer))
    expect((await operations(db, 1))[0]).toMatchObject({ operator: 'ada', publicKey: key, isPublic: false })
    expect(await firstBrokenOperation(db)).toBeUndefined()
    await db.transaction((tx) => logOperation(tx, line, forged))
    expect(await firstBrokenOperation(db)).toBe(2n)
    const unsigned = `INSERT INTO operator_log (id, at, verb, args, changed, previous, hash)
      VALUES (3, now(), 'x', '{}', '{}', 'x', 'x')`
    await expect(asOperators(db, unsigned)).rejects.toThrow('violates not-null constraint')
    await db.close()
  })
})
