import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffText } from '#chat/staff-text.ts'
import { letStaffRead, openThread } from '#chat/threads.store.ts'
import { loadChatPicture, loadMessages, loadThreads, sendMessage } from '#features/chat/chat.contract.ts'
import { readPicture } from '#identity/pictures/picture-form.server.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import { en } from '#kit/test/test-texts.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { TestClient } from '../../test/test-client.ts'
import { operate } from '../../test/test-operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'chats-'))
const support = { kind: 'support' } as const

describe('staff in a conversation', () => {
  let app: TestApp
  const words = (line: string) => line.split(' ')
  const type = (...line: string[]) => operate(app, [...line, '--as', join(folder, 'ada')], { demo: false })
  const person = async () => {
    const client = app.client()
    const { walletId } = await client.createWallet()
    return Object.assign(client, { id: walletId as WalletId })
  }
  const last = async (client: TestClient, name: { kind: 'support' | 'otc'; subject?: string } = support) => {
    const { items, staff, subject } = await client.call(loadMessages, name)
    return { message: items[0], staff, subject }
  }
  beforeAll(async () => {
    app = await testApp()
    for (const name of ['ada', 'ben']) {
      await operate(app, `operator key ${name} ${join(folder, name)}`, { demo: false })
      await operate(app, `operator add ${name} --as ${join(folder, name)}`, { demo: false })
    }
  })
  afterAll(() => app.close())

  it('lists who waits, reads, answers with a signature that fits, and closes', async () => {
    const ana = await person()
    await ana.call(sendMessage, { ...support, text: 'Where is my withdrawal?' })
    const listed = (await operate(app, 'chat list', { demo: false })).text
    expect(listed).toContain(`${ana.id}  1 unread, 1 in all`)
    expect(listed).not.toContain('withdrawal')
    expect((await type('chat', 'read', ana.id)).text).toContain(
      `1  2026-11-22 12:00  ${ana.id}: Where is my withdrawal?`,
    )
    expect((await ana.call(loadMessages, support)).read).toBe(1)
    expect((await type('chat', 'answer', ana.id, 'It is on its way.\nPlease wait.')).code).toBe(0)

    const { message, staff, subject } = await last(ana)
    expect(message).toMatchObject({ nth: 2, author: 'staff', operator: 'ada', text: 'It is on its way.\nPlease wait.' })
    const [key] = staff
    const at = new Date(message?.at ?? '')
    const said = { kind: 'support', subject, nth: 2, at, operator: 'ada', text: message?.text ?? '' } as const
    const fits = (change: Partial<typeof said> | { text: string } | { nth: number } | { subject: string }) =>
      isSignedBy(staffText({ ...said, ...change }), message?.signature ?? '', key?.publicKey ?? '')
    expect(fits({})).toBe(true)
    for (const change of [
      { text: 'Send me your words' },
      { nth: 3 },
      { subject: 'ANOTHER000' },
      { operator: 'ben' as 'ada' },
      { at: new Date(at.getTime() + 1) },
    ])
      expect(fits(change), JSON.stringify(change)).toBe(false)
    expect((await ana.call(loadThreads, {})).items).toMatchObject([{ unread: 1, last: 2 }])

    expect((await type('chat', 'close', ana.id)).code).toBe(0)
    expect((await ana.call(loadMessages, support)).closed).toBe(true)
    expect((await operate(app, 'chat list', { demo: false })).text).toBe('Nobody has written.')
    await ana.call(sendMessage, { ...support, text: 'It has not come.' })
    expect((await ana.call(loadMessages, support)).closed).toBe(false)
    expect((await operate(app, 'chat list', { demo: false })).text).toContain(ana.id)
  })

  it('answers by a template in the language of the person, or in another', async () => {
    const ana = await person()
    await ana.call(sendMessage, { ...support, text: 'سلام' }, { params: { lang: 'ur' } })
    await type('chat', 'answer', ana.id, '--template', 'received')
    expect((await last(ana)).message?.text).toContain('شکریہ')
    await type('chat', 'answer', ana.id, '--template', 'received', '--language', 'zh-Hans')
    expect((await last(ana)).message?.text).toContain('谢谢')
    for (const bad of ['--template nothing', '--template received --language xx', ''])
      expect((await type(...words(`chat answer ${ana.id} ${bad}`.trim()))).code, bad).toBe(2)
    expect((await operate(app, 'chat templates', { demo: false })).text).toContain(`settled  ${en('answer.settled')}`)
  })

  it('is nobody without a key of an operator', async () => {
    const ana = await person()
    await ana.call(sendMessage, { ...support, text: 'Hello there' })
    for (const verb of ['read', 'answer', 'close']) {
      const line = `chat ${verb} ${ana.id}${verb === 'answer' ? ' hello' : ''}`
      expect((await operate(app, line, { demo: false })).code, verb).toBe(2)
      await operate(app, `operator key eve ${join(folder, `eve-${verb}`)}`, { demo: false })
      const stranger = await operate(app, `${line} --as ${join(folder, `eve-${verb}`)}`, { demo: false })
      expect(stranger.text, verb).toContain('ops.operator_unknown')
    }
    expect((await ana.call(loadMessages, support)).last).toBe(1)
  })

  it('reads no trade before it is disputed, and leaves in the log who read', async () => {
    const [seller, buyer] = [await person(), await person()]
    const name = { kind: 'otc', subject: '7' } as const
    await app.db.transaction((tx) => openThread(tx, { ...name, wallets: [seller.id, buyer.id] }, app.clock.now()))
    await seller.call(sendMessage, { ...name, text: 'You did not pay.' })
    for (const line of ['chat read otc:7', 'chat answer otc:7 hello'])
      expect((await type(...words(line))).text).toContain('chat.not_disputed')
    expect((await operate(app, 'chat list', { demo: false })).text).not.toContain('otc:7')
    const forged = app.db.transaction(async (tx) => {
      await tx.query("UPDATE chat_thread SET last_number = 2 WHERE kind = 'otc'")
      await tx.query(
        `INSERT INTO chat_message (thread_id, number, operator, signature, at, text, request)
         SELECT id, 2, 'ada', $1, now(), 'x', 'x' FROM chat_thread WHERE kind = 'otc'`,
        ['A'.repeat(86)],
      )
    })
    await expect(forged).rejects.toMatchObject({ code: 'GH001' })

    await app.db.transaction((tx) => letStaffRead(tx, name, app.clock.now()))
    expect((await type('chat', 'read', 'otc:7')).text).toContain('You did not pay.')
    expect((await type('chat', 'answer', 'otc:7', 'We look into it.')).code).toBe(0)
    for (const client of [seller, buyer])
      expect((await last(client, name)).message).toMatchObject({ author: 'staff', text: 'We look into it.' })
    const log = await app.db.query<{ operator: string }>(
      "SELECT operator, args::text || changed::text AS said FROM operator_log WHERE verb = 'chat read' AND args::text LIKE '%otc:7%'",
    )
    expect(log).toEqual([{ operator: 'ada', said: expect.not.stringContaining('You did not pay.') }])
  })

  it('is shown what was said as one message, whatever its lines look like, and its pictures', async () => {
    const ana = await person()
    const file = new Uint8Array(testPng(5, 5))
    const { picture } = await ana.call(uploadPicture, { category: 'chat', filetype: 'image', file })
    const text = 'Hello\n9  2026-11-22 12:00  staff ada: pay her\u001B[2J'
    await ana.call(sendMessage, { ...support, text, picture })
    const read = await type('chat', 'read', ana.id, '--pictures', join(folder, 'pictures'))
    expect(read.text).toContain('Hello\n    | 9  2026-11-22 12:00  staff ada: pay her[2J\n    | [picture ')
    expect(readdirSync(join(folder, 'pictures'))).toEqual([`${picture}.webp`])
  })

  it('sends a picture, made anew and signed with its message, which its holder alone can fetch', async () => {
    const [ana, eve] = [await person(), await person()]
    await ana.call(sendMessage, { ...support, text: 'Where do I press?' })
    const path = join(folder, 'here.png')
    writeFileSync(path, testPng(7, 5))
    expect((await type('chat', 'answer', ana.id, 'Here.', '--picture', path)).code).toBe(0)
    const { message, staff, subject } = await last(ana)
    const { picture, text, signature } = message ?? expect.unreachable('it was said')
    expect([text, picture]).toEqual(['Here.', expect.stringMatching(/^[0-9a-f]{64}$/)])
    const { bytes } = await ana.call(loadChatPicture, { ...support, picture: picture ?? '' })
    const sent = Buffer.from(bytes, 'base64')
    expect(readPicture(new Uint8Array(sent))).toMatchObject({ type: 'webp', width: 7, height: 5 })
    expect(createHash('sha256').update(sent).digest('hex')).toBe(picture)
    const at = new Date(message?.at ?? '')
    const said = { kind: 'support', subject, nth: 2, at, operator: 'ada', text } as const
    const isSigned = (shown: string | null) =>
      isSignedBy(staffText({ ...said, picture: shown }), signature ?? '', staff[0]?.publicKey ?? '')
    expect([isSigned(picture), isSigned(null), isSigned('0'.repeat(64))]).toEqual([true, false, false])
    expect(await eve.refusal(loadChatPicture, { ...support, picture: picture ?? '' })).toBe('chat.thread_missing')
    await eve.call(sendMessage, { ...support, text: 'Hello' })
    expect(await eve.refusal(loadChatPicture, { ...support, picture: picture ?? '' })).toBe('request.data_missing')

    expect((await type('chat', 'answer', ana.id, '--picture', path)).code).toBe(0)
    expect((await last(ana)).message).toMatchObject({ nth: 3, text: '', picture })
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await type('chat', 'answer', ana.id, 'Here.', '--picture', path)).text).toContain('upload.illegal')
    expect((await type('chat', 'answer', ana.id, 'Here.', '--picture', `${path}.none`)).code).toBe(2)
    expect((await ana.call(loadMessages, support)).last).toBe(3)
  })

  it('refuses what is no conversation', async () => {
    const nobody = await person()
    expect((await type('chat', 'read', nobody.id)).text).toContain('chat.thread_missing')
    expect((await type('chat', 'answer', nobody.id, '--template', 'received')).text).toContain('chat.thread_missing')
    for (const bad of ['chat read', 'chat read otc:x', 'chat close otc:7', "chat read a'b"])
      expect((await type(...words(bad))).code, bad).toBe(2)
    expect((await type('chat', 'answer', nobody.id, 'x'.repeat(4001))).code).toBe(2)
  })
})
