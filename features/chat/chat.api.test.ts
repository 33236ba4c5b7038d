import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeThread, letStaffRead, openThread } from '#chat/threads.store.ts'
import { freezeWallet } from '#features/security/security.contract.ts'
import { readPicture } from '#identity/pictures/picture-form.server.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { setBan } from '#identity/wallet.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomUuid } from '#kit/text/random.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import type { TestClient } from '#server/test/test-client.ts'
import { loadChatPicture, loadMessages, loadThreads, noteSeen, sendMessage } from './chat.contract.ts'

const support = { kind: 'support' } as const
const trade = (subject: string) => ({ kind: 'otc', subject }) as const
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })
const image = (file: Uint8Array) => ({ category: 'chat', filetype: 'image', file: new Uint8Array(file) }) as const

describe('a chat', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())
  type Person = TestClient & { readonly id: WalletId }
  const person = async (): Promise<Person> => {
    const client = world.client()
    const { walletId } = await client.createWallet()
    return Object.assign(client, { id: walletId })
  }
  const texts = async (client: TestClient, name: { kind: 'support' | 'otc'; subject?: string } = support) =>
    (await client.call(loadMessages, name)).items.map(({ author, text }) => `${author}: ${text}`)
  let trades = 0
  const traders = async () => {
    const [seller, buyer] = [await person(), await person()]
    trades += 1
    const name = trade(String(trades))
    await world.db.transaction((tx) => openThread(tx, { ...name, wallets: [seller.id, buyer.id] }, world.clock.now()))
    return { seller, buyer, name }
  }

  it('with support is one thread a wallet, open from the first message', async () => {
    const [ana, ben] = [await person(), await person()]
    expect(await ana.call(loadMessages, support)).toMatchObject({ items: [], last: 0, staffReads: true })
    expect((await ana.call(loadThreads, {})).items).toEqual([])
    await ana.call(sendMessage, { ...support, text: ' Where is my coin?\r\n ' })
    await ana.call(sendMessage, { ...support, text: 'Hello?' })
    await ben.call(sendMessage, { ...support, text: 'Another matter' })
    expect(await texts(ana)).toEqual(['me: Hello?', 'me: Where is my coin?'])
    expect(await texts(ben)).toEqual(['me: Another matter'])
    expect(await ana.call(loadMessages, support)).toMatchObject({ subject: ana.id, last: 2, delivered: 2, read: 0 })
    expect((await ana.call(loadThreads, {})).items).toMatchObject([{ kind: 'support', last: 2, unread: 0 }])
  })

  it('with support is nobody else’s: another’s name leads to one’s own', async () => {
    const [ana, eve] = [await person(), await person()]
    await ana.call(sendMessage, { ...support, text: 'A secret of mine' })
    const hers = { kind: 'support', subject: ana.id } as const
    expect(await texts(eve, hers)).toEqual([])
    await eve.call(sendMessage, { ...hers, text: 'I am Ana' })
    await eve.call(noteSeen, { ...hers, delivered: 9, read: 9 })
    expect(await texts(ana)).toEqual(['me: A secret of mine'])
  })

  it('of two traders is read and written by these two, and by nobody else', async () => {
    const { seller, buyer, name } = await traders()
    const eve = await person()
    await seller.call(sendMessage, { ...name, text: 'Paid?' })
    await buyer.call(sendMessage, { ...name, text: 'ابھی بھیجتا ہوں' })
    expect(await texts(seller, name)).toEqual(['other: ابھی بھیجتا ہوں', 'me: Paid?'])
    expect(await texts(buyer, name)).toEqual(['me: ابھی بھیجتا ہوں', 'other: Paid?'])
    const attempts = [
      eve.refusal(loadMessages, name),
      eve.refusal(sendMessage, { ...name, text: 'Pay me' }),
      eve.refusal(noteSeen, { ...name, delivered: 1, read: 1 }),
      eve.refusal(loadChatPicture, { ...name, picture: 'a'.repeat(64) }),
      eve.refusal(loadMessages, trade('999999')),
      eve.refusal(sendMessage, { ...trade(''), text: 'Nowhere' }),
      world.client().refusal(loadMessages, name),
    ]
    const missing = 'chat.thread_missing'
    expect(await Promise.all(attempts)).toEqual([missing, missing, missing, missing, missing, missing, 'token_03'])
    expect((await eve.call(loadThreads, {})).items).toEqual([])
    expect(await texts(seller, name)).toHaveLength(2)
  })

  it('of two traders says whether staff reads it, and takes nothing once it is closed', async () => {
    const { seller, buyer, name } = await traders()
    await seller.call(sendMessage, { ...name, text: 'Where is it?' })
    expect((await buyer.call(loadMessages, name)).staffReads).toBe(false)
    await world.db.transaction((tx) => letStaffRead(tx, name, world.clock.now()))
    expect((await buyer.call(loadMessages, name)).staffReads).toBe(true)
    await world.db.transaction((tx) => closeThread(tx, name, world.clock.now()))
    expect(await buyer.refusal(sendMessage, { ...name, text: 'One more' })).toBe('chat.closed')
    expect((await buyer.call(loadMessages, name)).closed).toBe(true)
  })

  it('opened again by the trade is the same, and lets nobody in later', async () => {
    const { seller, buyer, name } = await traders()
    const eve = await person()
    const open = (wallets: readonly WalletId[]) =>
      world.db.transaction((tx) => openThread(tx, { ...name, wallets }, world.clock.now()))
    await seller.call(sendMessage, { ...name, text: 'First' })
    expect((await open([seller.id, buyer.id])).last).toBe(1)
    await expect(open([seller.id, eve.id])).rejects.toThrow('nobody is let in')
    expect(await eve.refusal(loadMessages, name)).toBe('chat.thread_missing')
  })

  it('takes a message that is sent twice once, also at once and after its answer is forgotten', async () => {
    const ana = await person()
    const key = randomUuid()
    const say = () => ana.call(sendMessage, { ...support, text: 'Only once' }, keyed(key))
    const answers = [...(await Promise.all([say(), say(), say()])), await say()]
    expect(new Set(answers.map(({ nth }) => nth))).toEqual(new Set([1]))
    await world.db.query('DELETE FROM kept_answer')
    expect((await say()).nth).toBe(1)
    expect(await texts(ana)).toEqual(['me: Only once'])
    expect(await ana.refusal(sendMessage, { ...support, text: 'Something else' }, keyed(key))).toBe(
      'request.key_conflict',
    )
    const ben = await person()
    await ben.call(sendMessage, { ...support, text: 'Mine' }, keyed(key))
    expect(await texts(ben)).toEqual(['me: Mine'])
  })

  it('numbers what many say at once without a gap', async () => {
    const { seller, buyer, name } = await traders()
    const both = [seller, buyer].flatMap((client) =>
      Array.from({ length: 6 }, (_, n) => client.call(sendMessage, { ...name, text: `Message number ${n}` })),
    )
    await Promise.all(both)
    const { items } = await seller.call(loadMessages, name)
    expect(items.map(({ nth }) => nth)).toEqual(Array.from({ length: 12 }, (_, n) => 12 - n))
  })

  it('is read page by page', async () => {
    const ana = await person()
    for (let n = 1; n <= 45; n++) await ana.call(sendMessage, { ...support, text: `This is message ${n}` })
    const first = await ana.call(loadMessages, support)
    expect([first.items.length, first.items[0]?.nth, first.next]).toEqual([40, 45, '6'])
    const second = await ana.call(loadMessages, { ...support, cursor: first.next })
    expect([second.items.map(({ nth }) => nth), second.next]).toEqual([[5, 4, 3, 2, 1], ''])
  })

  it('has marks that only rise, and count what others wrote', async () => {
    const { seller, buyer, name } = await traders()
    for (const text of ['One', 'Two', 'Three of them']) await seller.call(sendMessage, { ...name, text })
    const marks = async () => {
      const { delivered, read } = await seller.call(loadMessages, name)
      const [{ unread } = { unread: -1 }] = (await buyer.call(loadThreads, {})).items
      return [delivered, read, unread]
    }
    expect(await marks()).toEqual([0, 0, 3])
    await buyer.call(noteSeen, { ...name, delivered: 3, read: 0 })
    expect(await marks()).toEqual([3, 0, 3])
    await buyer.call(noteSeen, { ...name, delivered: 2, read: 2 })
    expect(await marks()).toEqual([3, 2, 1])
    // Sending does not mark newer messages as read.
    await buyer.call(sendMessage, { ...name, text: 'Just a moment' })
    expect(await marks()).toEqual([3, 2, 1])
    await buyer.call(noteSeen, { ...name, delivered: 0, read: 999 })
    expect(await marks()).toEqual([4, 4, 0])
  })

  it('takes 4,000 characters, and a text or a picture', async () => {
    const ana = await person()
    const long = `${'A long story. '.repeat(285)}The end`.padEnd(4000, '.')
    await ana.call(sendMessage, { ...support, text: long })
    expect((await ana.call(loadMessages, support)).items[0]?.text).toBe(long)
    expect(await ana.refusal(sendMessage, { ...support, text: `${long}.` })).toBe('field.format')
    for (const text of ['', ' \n ', '\u202E'])
      expect(await ana.refusal(sendMessage, { ...support, text })).toBe('field.required')
  })

  it('refuses words of a phrase, whole, in part and piece by piece', async () => {
    const ana = await person()
    const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ')
    expect(await ana.refusal(sendMessage, { ...support, text: words.join(' ') })).toBe('identity.mnemonic_sent')
    const others = 'abandon ability able about above absent absorb abstract absurd'.split(' ')
    expect(await ana.refusal(sendMessage, { ...support, text: others.join(' ') })).toBe('chat.words')
    for (const text of others.slice(0, 8)) await ana.call(sendMessage, { ...support, text })
    expect(await ana.refusal(sendMessage, { ...support, text: others[8] ?? '' })).toBe('chat.words')
    expect(await texts(ana)).toHaveLength(8)
  })

  it('shows a picture to who takes part, made anew, and to nobody else', async () => {
    const { seller, buyer, name } = await traders()
    const eve = await person()
    const { picture, path } = await seller.call(uploadPicture, image(testPng(900, 300)))
    expect(path).toBeNull()
    expect(await buyer.refusal(sendMessage, { ...name, text: 'Look', picture })).toBe('request.data_missing')
    expect(await seller.refusal(loadChatPicture, { ...name, picture })).toBe('request.data_missing')
    await seller.call(sendMessage, { ...name, picture })
    for (const client of [seller, buyer]) {
      const { bytes } = await client.call(loadChatPicture, { ...name, picture })
      expect(readPicture(Buffer.from(bytes, 'base64'))).toMatchObject({ type: 'webp', width: 900, height: 300 })
    }
    expect(await eve.refusal(loadChatPicture, { ...name, picture })).toBe('chat.thread_missing')
    await eve.call(sendMessage, { ...support, text: 'Hello there' })
    expect(await eve.refusal(loadChatPicture, { ...support, picture })).toBe('request.data_missing')
    expect((await world.app.inject(`/pictures/${picture}.webp`)).statusCode).toBe(404)
    const avatar = await seller.call(uploadPicture, { ...image(testPng(4, 4)), category: 'avatar' })
    expect(await seller.refusal(sendMessage, { ...name, picture: avatar.picture })).toBe('request.data_missing')
  })

  it('keeps everything that was sent, and nine uploads that were not', async () => {
    const ana = await person()
    const upload = async (n: number) => {
      world.wall.advance(10_000)
      const pixel = (): [number, number, number, number] => [n * 9, 0, 0, 255]
      return (await ana.call(uploadPicture, image(testPng(2, 2, { pixel })))).picture
    }
    for (let n = 0; n < 2; n++) await ana.call(sendMessage, { ...support, picture: await upload(n) })
    const unsent: string[] = []
    for (let n = 10; n < 20; n++) unsent.push(await upload(n))
    const [{ count } = { count: 0n }] = await world.db.query<{ count: bigint }>(
      "SELECT count(*) FROM picture WHERE wallet_id = $1 AND category = 'chat'",
      [ana.id],
    )
    expect(count).toBe(11n)
    expect(await ana.refusal(sendMessage, { ...support, picture: unsent[0] ?? '' })).toBe('request.data_missing')
    await ana.call(sendMessage, { ...support, picture: unsent[9] ?? '' })
  })

  it('takes no evidence that is a page, a drawing with a script, two things at once, or too large', async () => {
    const ana = await person()
    const png = testPng(8, 8)
    const files: Record<string, Uint8Array> = {
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'png and html': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      'gif and script': Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)'),
      pdf: Buffer.from('%PDF-1.7\n'),
    }
    for (const [name, file] of Object.entries(files))
      expect([name, await ana.refusal(uploadPicture, image(file))]).toEqual([name, 'upload.illegal'])
    expect(await ana.refusal(uploadPicture, image(new Uint8Array(5 * 1024 * 1024 + 1)))).toBe('upload.too_large')
  })

  it('is open to a wallet that is suspended or frozen', async () => {
    const [ana, ben] = [await person(), await person()]
    const now = world.clock.now()
    await world.db.transaction((tx) => setBan(tx, ana.id, { at: now, until: addMs(now, dayMs), reason: 'a check' }))
    await ben.call(freezeWallet, { frozen: true })
    for (const client of [ana, ben]) {
      const { picture } = await client.call(uploadPicture, image(testPng(3, 3)))
      await client.call(sendMessage, { ...support, text: 'Why was I stopped?', picture })
      await client.call(noteSeen, { ...support, delivered: 1, read: 1 })
      expect(await texts(client)).toEqual(['me: Why was I stopped?'])
    }
  })

  it('keeps what was said: the database changes no message, and lets nobody speak who takes no part', async () => {
    const [ana, eve] = [await person(), await person()]
    await ana.call(sendMessage, { ...support, text: 'As it was' })
    const refused = async (sql: string, params: unknown[] = []) =>
      world.db.query(sql, params).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      )
    expect(await refused("UPDATE chat_message SET text = 'Other words'")).toBe('GH001')
    expect(await refused('DELETE FROM chat_message')).toBe('GH001')
    const insert = `INSERT INTO chat_message (thread_id, number, wallet_id, operator, signature, at, text, request)
      SELECT id, last_number + $1, $2, NULL, NULL, now(), 'x', 'x' FROM chat_thread WHERE subject = $3`
    expect(await refused(insert, [0, eve.id, ana.id])).toMatch(/^23/)
    expect(await refused(insert, [1, ana.id, ana.id])).toBe('GH001')
  })
})

it('a chat counts messages: so many a minute, and says how long to wait', async () => {
  const often = { burst: 999, perSecond: 99 }
  const limited = await testApp({ config: { limits: { address: often, session: often } } })
  try {
    const client = limited.client()
    await client.createWallet()
    const answers: string[] = []
    for (let n = 0; n < 21; n++)
      answers.push((await client.send(sendMessage, { ...support, text: `This is message ${n}` })).envelope.msg)
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(20)
    expect(answers.at(-1)).toBe('request.too_often')
  } finally {
    await limited.close()
  }
})
