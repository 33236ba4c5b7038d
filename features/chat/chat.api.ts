import { cleanText } from '#chat/message-text.ts'
import { isPictureOf, loadStaffPicture, type Message, messagesOf, sayAsHolder } from '#chat/messages.store.ts'
import type { ThreadKind, ThreadName } from '#chat/staff-text.ts'
import { noteSeen as keepSeen, openThread, threadOf, threadsOf } from '#chat/threads.store.ts'
import { operators } from '#identity/operators/operators.store.ts'
import { loadPicture } from '#identity/pictures/picture.store.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { loadChatPicture, loadMessages, loadThreads, noteSeen, pageLength, sendMessage } from './chat.contract.ts'

const listMax = 50
/** An unopened thread. The first message opens it. */
const silence = { items: [], next: '', last: 0, closed: false, staffReads: true, delivered: 0, read: 0, staff: [] }

type Named = { readonly kind: ThreadKind; readonly subject: string }
const nameOf = ({ kind, subject }: Named, walletId: WalletId): ThreadName => ({
  kind,
  subject: kind === 'support' ? walletId : subject,
})

const shown = ({ nth, walletId, operator, signature, at, text, picture }: Message, own: WalletId) => ({
  nth,
  author: operator !== null ? ('staff' as const) : walletId === own ? ('me' as const) : ('other' as const),
  operator,
  signature,
  at: at.toISOString(),
  text,
  picture,
})

const loadThreadsApi = implementRead(loadThreads, async (_input, { db, walletId }) => {
  const threads = await threadsOf(db, [walletId], listMax)
  return {
    items: threads.map(({ kind, subject, last, unread, fetched, closedAt, lastAt }) => ({
      kind,
      subject,
      last,
      unread,
      fetched,
      closed: closedAt !== null,
      at: lastAt.toISOString(),
    })),
  }
})

const loadMessagesApi = implementRead(loadMessages, async ({ kind, subject, cursor }, { db, walletId }) => {
  const name = nameOf({ kind, subject }, walletId)
  const found = await threadOf(db, name, walletId).catch((error: unknown) => {
    if (kind === 'support' && error instanceof Refusal) return undefined
    throw error
  })
  if (!found) return { ...silence, subject: name.subject }
  const { thread, others } = found
  const before = /^\d{1,9}$/.test(cursor) ? Number(cursor) : thread.last + 1
  const [messages, named] = await Promise.all([messagesOf(db, thread, before, pageLength), operators(db)])
  const least = (of: 'delivered' | 'read') => Math.min(...others.map((party) => party[of]))
  const speaking = new Set(messages.map(({ operator }) => operator))
  return {
    items: messages.map((message) => shown(message, walletId)),
    next: messages.length === pageLength ? String(messages.at(-1)?.nth ?? '') : '',
    subject: name.subject,
    last: thread.last,
    closed: thread.closedAt !== null,
    staffReads: thread.staffSince !== null,
    // Storing a message for support delivers it to staff.
    delivered: kind === 'support' ? thread.last : least('delivered'),
    read: kind === 'support' ? thread.staffRead : least('read'),
    staff: named
      .filter((one) => speaking.has(one.name))
      .map((one) => ({
        operator: one.name,
        publicKey: one.publicKey,
        demo: one.isDemo,
        since: one.addedAt.toISOString(),
        until: one.endedAt?.toISOString() ?? null,
      })),
  }
})

const sendMessageApi = implement(sendMessage, async (input, { tx, walletId, now, requestId }) => {
  const { kind, language, picture } = input
  const text = cleanText(input.text)
  if (!text && !picture) fail('field.required', { field: 'text' })
  const name = nameOf(input, walletId)
  if (kind === 'support') await openThread(tx, { ...name, wallets: [walletId] }, now)
  const said = { walletId, text, picture, language, request: requestId, at: now }
  return shown(await sayAsHolder(tx, name, said), walletId)
})

const noteSeenApi = implement(noteSeen, async ({ delivered, read, ...named }, { tx, walletId }) => {
  await keepSeen(tx, nameOf(named, walletId), walletId, { delivered, read })
  return {}
})

const loadChatPictureApi = implementRead(loadChatPicture, async ({ picture, ...named }, { db, walletId }) => {
  const { thread } = await threadOf(db, nameOf(named, walletId), walletId)
  const isSent = await isPictureOf(db, thread, picture)
  const bytes = isSent ? ((await loadPicture(db, 'chat', picture)) ?? (await loadStaffPicture(db, picture))) : undefined
  return { picture, bytes: Buffer.from(bytes ?? fail('request.data_missing')).toString('base64') }
})

export const chatCalls: readonly Implementation[] = [
  loadThreadsApi,
  loadMessagesApi,
  sendMessageApi,
  noteSeenApi,
  loadChatPictureApi,
]
