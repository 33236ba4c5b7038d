import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOperators, testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import {
  isPictureOf,
  loadStaffPicture,
  messagesOf,
  readAsStaff,
  sayAsHolder,
  sayAsStaff,
  staffPictureId,
  threadsForStaff,
} from './messages.store.ts'
import { staffText, type ThreadName } from './staff-text.ts'
import { closeThread, letStaffRead, openThread } from './threads.store.ts'

const at = new Date('2026-11-27T12:00:00.000Z')
const key = new Uint8Array(32).fill(7)
const signer = { operator: 'olga', publicKey: publicTextOf(key), sign: (text: string) => signWith(text, key) }
let db: Db
let [ana, ben, cid] = ['', '', ''] as WalletId[] as [WalletId, WalletId, WalletId]
let requests = 0

beforeAll(async () => {
  db = await testDb()
  await asOperators(db, "INSERT INTO operator (name, public_key, added_at) VALUES ('olga', $1, $2)", [
    signer.publicKey,
    at,
  ])
  ;[ana, ben, cid] = (await Promise.all(
    [0, 1, 2].map(async () => (await testWallet(db, { at: new Date(0) })).walletId),
  )) as [WalletId, WalletId, WalletId]
})
afterAll(() => db.close())

const open = async (name: ThreadName, ...wallets: readonly WalletId[]) => {
  await db.transaction((tx) => openThread(tx, { ...name, wallets }, at))
  return name
}
const request = () => `00000000-0000-4000-8000-${String(++requests).padStart(12, '0')}`
const say = (name: ThreadName, walletId: WalletId, text: string, asked = request(), later = 0) =>
  db.transaction((tx) =>
    sayAsHolder(tx, name, { walletId, text, language: 'en', request: asked, at: addMs(at, later) }),
  )
const answer = (name: ThreadName, text: string, picture?: Uint8Array) =>
  db.transaction((tx) => sayAsStaff(tx, name, { text, picture, request: request(), at }, signer))

it('numbers messages from 1, repeats none, and pages them newest first', async () => {
  const name = await open({ kind: 'otc', subject: '1' }, ana, ben)
  const first = await say(name, ana, 'One', request())
  expect(first).toMatchObject({ nth: 1, walletId: ana, operator: null, signature: null, text: 'One', picture: null })
  const asked = request()
  expect((await say(name, ben, 'Two', asked)).nth).toBe(2)
  expect(await say(name, ben, 'Two again', asked)).toMatchObject({ nth: 2, text: 'Two' })
  await say(name, ana, 'Three')
  const thread = await open(name, ana, ben)
  const page = (before: number, limit: number) =>
    db.transaction(async (tx) => {
      const { id } = await openThread(tx, { ...thread, wallets: [ana, ben] }, at)
      return (await messagesOf(tx, { id }, before, limit)).map(({ nth }) => nth)
    })
  expect([await page(9, 2), await page(2, 9), await page(1, 9)]).toEqual([[3, 2], [1], []])
  await expect(say(name, cid, 'Me too')).rejects.toMatchObject({ key: 'chat.thread_missing' })
})

it('takes nothing more once a trade is closed, but a holder’s message opens support again', async () => {
  const [trade, support] = [
    await open({ kind: 'otc', subject: '2' }, ana, ben),
    await open({ kind: 'support', subject: cid }, cid),
  ]
  for (const name of [trade, support]) await db.transaction((tx) => closeThread(tx, name, at))
  await expect(say(trade, ana, 'Hello')).rejects.toMatchObject({ key: 'chat.closed' })
  expect((await say(support, cid, 'Hello')).nth).toBe(1)
})

it('has staff sign each answer for its place, its time and its picture', async () => {
  const name = await open({ kind: 'support', subject: ana }, ana)
  await say(name, ana, 'Where is my deposit?')
  const bytes = new Uint8Array([1, 2, 3])
  const picture = staffPictureId(bytes)
  const [plain, pictured] = [await answer(name, 'Here.'), await answer(name, 'See.', bytes)]
  const signed = { ...name, at, operator: 'olga' }
  expect(plain).toMatchObject({ nth: 2, walletId: null, picture: null })
  expect(plain.signature).toBe(signer.sign(staffText({ ...signed, nth: 2, text: 'Here.' })))
  expect(pictured.signature).toBe(signer.sign(staffText({ ...signed, nth: 3, text: 'See.', picture })))
  expect(pictured.picture).toBe(picture)
  expect(await loadStaffPicture(db, picture)).toEqual(bytes)
  expect(await loadStaffPicture(db, '0'.repeat(64))).toBeUndefined()
  const shows = (id: string) =>
    db.transaction(async (tx) => isPictureOf(tx, await openThread(tx, { ...name, wallets: [ana] }, at), id))
  expect([await shows(picture), await shows('0'.repeat(64))]).toEqual([true, false])
})

it('shows staff only support and disputed trades, unread ones first, those that wait longest before others', async () => {
  const trade = await open({ kind: 'otc', subject: '3' }, ana, ben)
  await say(trade, ana, 'He does not pay', request(), 5)
  await expect(answer(trade, 'Hello')).rejects.toMatchObject({ key: 'chat.not_disputed' })
  const read = (limit: number) => db.transaction((tx) => readAsStaff(tx, trade, limit))
  await expect(read(9)).rejects.toMatchObject({ key: 'chat.not_disputed' })
  await db.transaction((tx) => letStaffRead(tx, trade, at))
  await say(trade, ben, 'She lies', request(), 6)
  const late = await open({ kind: 'support', subject: ben }, ben)
  await say(late, ben, 'Help', request(), 7)
  const own = async () => {
    const threads = await threadsForStaff(db, 99)
    return threads
      .filter(({ subject }) => subject === '3' || subject === ben)
      .map(({ subject, unread, language }) => [subject, unread, language])
  }
  expect(await own()).toEqual([
    ['3', 2, 'en'],
    [ben, 1, 'en'],
  ])
  const { messages } = await read(1)
  expect(messages.map(({ text }) => text)).toEqual(['She lies'])
  expect((await read(9)).messages.map(({ text }) => text)).toEqual(['He does not pay', 'She lies'])
  expect(await own()).toEqual([
    [ben, 1, 'en'],
    ['3', 0, 'en'],
  ])
  await answer(late, 'We are here')
  expect((await own())[0]).toEqual([ben, 1, 'en'])
  await db.transaction((tx) => closeThread(tx, late, at))
  expect((await own()).map(([subject]) => subject)).toEqual(['3'])
})
