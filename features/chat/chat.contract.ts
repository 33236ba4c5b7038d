import * as v from 'valibot'
import { cleanText, messageLengthMax } from '#chat/message-text.ts'
import { threadKinds } from '#chat/staff-text.ts'
import { contract } from '#kit/wire/contract.ts'
import { cursor, language, moment, nothing, seenText } from '#kit/wire/fields.ts'

const required = v.minLength<string, 1, 'required'>(1, 'required')
const kind = v.pipe(v.string('format'), required, v.picklist(threadKinds, 'format'))
/** Ignored for support. For OTC, the transaction number. */
const thread = {
  kind,
  subject: v.optional(v.pipe(v.string('format'), v.regex(/^[0-9A-Za-z]{0,24}$/, 'format')), ''),
}
const picture = v.pipe(v.string('format'), v.regex(/^([0-9a-f]{64})?$/, 'format'))
const nth = v.pipe(v.number('format'), v.integer('format'), v.minValue(0, 'format'), v.maxValue(999_999_999, 'format'))

const message = v.object({
  /** Index in the thread, from 1. */
  nth: v.number(),
  /** Claimed by the server. Trust `staff` only with a valid signature. */
  author: v.picklist(['me', 'other', 'staff']),
  operator: v.nullable(v.string()),
  /** Ed25519, base64url, over chat/staff-text.ts; null: not from staff. */
  signature: v.nullable(v.string()),
  at: moment,
  text: v.string(),
  /** Picture ID; for staff the SHA-256 of the bytes in hex, which the signature covers. */
  picture: v.nullable(v.string()),
})

export const pageLength = 40

export const loadThreads = contract({
  method: 'GET',
  path: '/chat/threads',
  access: 'background',
  summary: 'Lists the wallet’s most recent conversations with the number of unread messages in each.',
  input: nothing,
  output: v.object({
    items: v.array(
      v.object({
        kind: v.string(),
        subject: v.string(),
        last: v.number(),
        unread: v.number(),
        /** Last message fetched by this wallet's devices. */
        fetched: v.number(),
        closed: v.boolean(),
        at: moment,
      }),
    ),
  }),
  failures: [],
})

export const loadMessages = contract({
  method: 'GET',
  path: '/chat/messages',
  access: 'session',
  summary:
    'Lists the messages in a conversation, newest first, and returns the read position of the other participants.',
  input: v.object({ ...thread, cursor }),
  output: v.object({
    items: v.array(message),
    next: v.string(),
    /** Subject as signed by staff. */
    subject: v.string(),
    last: v.number(),
    closed: v.boolean(),
    staffReads: v.boolean(),
    /** The other participants' lowest delivered and read numbers. */
    delivered: v.number(),
    read: v.number(),
    staff: v.array(
      v.object({
        operator: v.string(),
        publicKey: v.string(),
        demo: v.boolean(),
        since: moment,
        until: v.nullable(moment),
      }),
    ),
  }),
  failures: ['chat.thread_missing'],
})

/** Idempotent by its key. */
export const sendMessage = contract({
  method: 'POST',
  path: '/chat/send',
  access: 'session',
  summary: 'Sends a message with text, an uploaded picture, or both.',
  input: v.object({
    ...thread,
    text: v.optional(seenText(messageLengthMax, cleanText), ''),
    picture: v.optional(picture, ''),
    language,
  }),
  output: message,
  failures: [
    'chat.thread_missing',
    'chat.closed',
    'chat.words',
    'chat.full',
    'upload.full',
    'request.full',
    'request.data_missing',
  ],
  counted: 'chat',
  // Available during stops and maintenance, so users can ask why.
  evenWhenStopped: true,
  always: true,
})

export const noteSeen = contract({
  method: 'POST',
  path: '/chat/seen',
  access: 'session',
  summary: 'Updates the wallet’s delivered and read positions in a conversation, which the other participants can see.',
  input: v.object({ ...thread, delivered: nth, read: nth }),
  output: nothing,
  failures: ['chat.thread_missing'],
  evenWhenStopped: true,
  always: true,
})

export const loadChatPicture = contract({
  method: 'GET',
  path: '/chat/picture',
  access: 'session',
  summary: 'Returns a WebP picture sent in one of the wallet’s conversations.',
  input: v.object({ ...thread, picture: v.pipe(v.string('format'), required, v.regex(/^[0-9a-f]{64}$/, 'format')) }),
  output: v.object({ picture: v.string(), /** Base64. */ bytes: v.string() }),
  failures: ['chat.thread_missing', 'request.data_missing'],
})
