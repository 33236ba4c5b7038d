import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { keepPicture, loadPicture } from '#identity/pictures/picture.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import {
  megabytes,
  type QuotaKind,
  type QuotaScope,
  quotaParts,
  quotas,
  sentPictureDays,
  youngDays,
} from '#kit/store/quotas.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs, wallClock } from '#kit/time/clock.ts'
import { sayAsHolder } from './messages.store.ts'
import { forgetPictures } from './old-pictures.job.ts'
import { closeThread, openThread } from './threads.store.ts'

const at = new Date('2026-11-27T12:00:00.000Z')
const nextMonth = '2026-12-01T00:00:00.000Z'
const mib = 1024 * 1024

describe('what a month has room for', () => {
  let db: Db
  let threads = 0
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const wallet = async (made = new Date(0)) => (await testWallet(db, { at: made })).walletId
  const upload = (walletId: WalletId, bytes: number, wall = at, quota: 'picture' | 'evidence' = 'picture') =>
    db.transaction((tx) =>
      keepPicture(tx, { walletId, category: quota === 'evidence' ? 'evidence' : 'chat' }, randomBytes(bytes), {
        at: wall,
        quota,
      }),
    )
  const conversation = async (...wallets: readonly WalletId[]) => {
    const name = { kind: 'otc', subject: `${++threads}` } as const
    await db.transaction((tx) => openThread(tx, { ...name, wallets }, at))
    return name
  }
  type Name = Awaited<ReturnType<typeof conversation>>
  const say = (name: Name, walletId: WalletId, said: { text?: string; picture?: string; at?: Date }) => {
    const message = { text: '', language: 'en', request: randomUuid(), at, ...said }
    return db.transaction((tx) => sayAsHolder(tx, name, { walletId, ...message }))
  }
  const fill = (kind: QuotaKind, scope: 'all' | 'young', left: number) =>
    db.query(
      `INSERT INTO quota_use (month, kind, owner, bytes) SELECT '2026-11-01', $1, $2 || ':' || part, $3
       FROM generate_series(0, $4::int - 1) AS part ON CONFLICT (month, kind, owner) DO UPDATE SET bytes = excluded.bytes`,
      [kind, scope, quotas[kind][scope] / quotaParts - left, quotaParts],
    )
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error & { params?: object }) => `${error.message} ${JSON.stringify(error.params ?? {})}`,
    )

  it('is the same in the code and in the database', async () => {
    for (const [kind, scopes] of Object.entries(quotas))
      for (const [scope, bytes] of Object.entries(scopes) as [QuotaScope, number][]) {
        const [row] = await db.query<{ bytes: bigint }>('SELECT quota_of($1, $2) AS bytes', [kind, scope])
        expect(Number(row?.bytes), `${kind} ${scope}`).toBe(bytes)
      }
  })

  it('has wallets young for as many days in the code as in the database', async () => {
    const [row] = await db.query<{ now: Date }>('SELECT business_now() AS now')
    const aged = async (ms: number) => wallet(addMs(row?.now ?? at, -ms))
    const isYoung = async (walletId: WalletId) =>
      (await db.query<{ young: boolean }>('SELECT is_young($1) AS young', [walletId]))[0]?.young
    expect(await isYoung(await aged(youngDays * dayMs - hourMs))).toBe(true)
    expect(await isYoung(await aged(youngDays * dayMs))).toBe(false)
  })

  it('is 24 MB of pictures for a wallet, whether they are sent or make room for each other, and again next month', async () => {
    const walletId = await wallet()
    for (let nth = 0; nth < 4; nth++) await upload(walletId, 6 * mib - 1)
    const full = `upload.full ${JSON.stringify({ most: megabytes(quotas.picture.wallet), until: nextMonth })}`
    expect(await refused(upload(walletId, 5))).toBe(full)
    expect(await refused(upload(walletId, 4))).toBe('done')
    expect(await refused(upload(walletId, mib, at, 'evidence'))).toBe('done')
    expect(await refused(upload(walletId, 6 * mib, new Date(nextMonth)))).toBe('done')
  })

  it('is held by the database, whatever code writes a picture or a message', async () => {
    const walletId = await wallet()
    const bytes = randomBytes(6 * mib)
    const write = (tx: Tx) =>
      tx.query(
        `INSERT INTO picture (id, wallet_id, category, bytes, at, quota)
         VALUES (encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2, 'chat', $3, $4, 'picture')`,
        [randomUuid(), walletId, bytes, at],
      )
    for (let nth = 0; nth < 4; nth++) await db.transaction(write)
    expect(await refused(db.transaction(write))).toContain('no room for picture of wallet')
    const name = await conversation(walletId, await wallet())
    const counted = db.transaction((tx) =>
      tx.query(`SELECT count_kept('message', $1, $2, $3)`, [`wallet:${walletId}`, at, 2 * mib]),
    )
    await counted
    const [thread] = await db.query<{ id: bigint }>('SELECT id FROM chat_thread WHERE kind = $1 AND subject = $2', [
      name.kind,
      name.subject,
    ])
    const message = async (tx: Tx) => {
      await tx.query('UPDATE chat_thread SET last_number = last_number + 1 WHERE id = $1', [thread?.id])
      await tx.query(
        "INSERT INTO chat_message (thread_id, number, wallet_id, at, text, request) VALUES ($1, 1, $2, $3, 'x', $4)",
        [thread?.id, walletId, at, randomUuid()],
      )
    }
    expect(await refused(db.transaction(message))).toContain('no room for message of wallet')
  })

  it('is one for all wallets, a quarter of it for those of the last seven days, and none of it takes room for evidence', async () => {
    const [old, young] = [await wallet(), await wallet(wallClock.now())]
    await fill('picture', 'young', 10)
    expect(await refused(upload(young, 11))).toBe(`request.full ${JSON.stringify({ until: nextMonth })}`)
    expect(await refused(upload(old, 11))).toBe('done')
    await fill('picture', 'all', 10)
    expect(await refused(upload(old, 11))).toBe(`request.full ${JSON.stringify({ until: nextMonth })}`)
    expect(await refused(upload(young, 11, at, 'evidence'))).toBe('done')
    await db.query("DELETE FROM quota_use WHERE kind = 'picture' AND owner ~ '^(all|young)'")
  })

  it('is so much text for a wallet and a conversation: one who fills it keeps the other from nothing', async () => {
    const [ana, ben, eve] = [await wallet(), await wallet(), await wallet()]
    const name = await conversation(ana, ben)
    await db.query(`SELECT count_kept('message', $1, $2, $3)`, [`wallet:${ana}`, at, quotas.message.wallet - 300])
    expect(await refused(say(name, ana, { text: 'x'.repeat(45) }))).toBe(
      `chat.full ${JSON.stringify({ until: nextMonth })}`,
    )
    expect(await refused(say(name, ana, { text: 'x'.repeat(44) }))).toBe('done')
    expect(await refused(say(name, ben, { text: 'Hello?' }))).toBe('done')
    expect(await refused(say(await conversation(ana, eve), ana, { text: 'And here?', at: new Date(nextMonth) }))).toBe(
      'done',
    )
  })

  it('keeps what nobody sent for a day, and what was sent until its conversation is over for half a year', async () => {
    const [ana, ben] = [await wallet(), await wallet()]
    const name = await conversation(ana, ben)
    const [sent, unsent] = [await upload(ana, 100), await upload(ana, 101)]
    await say(name, ana, { picture: sent })
    const has = async () => [
      (await loadPicture(db, 'chat', sent))?.length,
      (await loadPicture(db, 'chat', unsent))?.length,
    ]
    const forget = (now: Date) => forgetPictures(db, { now, wall: now })
    await forget(addMs(at, dayMs))
    expect(await has()).toEqual([100, 101])
    await forget(addMs(at, dayMs + 1))
    expect(await has()).toEqual([100, undefined])
    await forget(addMs(at, 5 * sentPictureDays * dayMs))
    expect(await has()).toEqual([100, undefined])
    const end = addMs(at, 300 * dayMs)
    await db.transaction((tx) => closeThread(tx, name, end))
    await forget(addMs(end, sentPictureDays * dayMs))
    expect(await has()).toEqual([100, undefined])
    await forget(addMs(end, sentPictureDays * dayMs + 1))
    expect(await has()).toEqual([undefined, undefined])
    const again = await db.transaction((tx) =>
      keepPicture(tx, { walletId: ben, category: 'chat' }, new Uint8Array(9), { at, quota: 'picture' }),
    )
    expect((await loadPicture(db, 'chat', again))?.length).toBe(9)
  })
})
