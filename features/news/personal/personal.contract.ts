import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { moment, nothing } from '#kit/wire/fields.ts'
import { ownKinds } from './own-notices.ts'

/** What happened in the caller's wallet. */
export const listOwnNotices = contract({
  method: 'GET',
  path: '/notice/own',
  access: 'background',
  summary:
    'What happened in the wallet within 30 days, the newest first: 60, and what guards it or leaves it beyond them.',
  input: nothing,
  output: v.object({
    items: v.array(
      v.object({
        key: v.string(),
        kind: v.picklist(ownKinds),
        at: moment,
        unread: v.boolean(),
        /** The number of the record, order, trade or pair it leads to; empty where there is none. */
        subject: v.string(),
      }),
    ),
    unread: v.number(),
    /** What to answer with once these were read. */
    read: v.string(),
  }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})

/** Notes how far the holder has read. */
export const readOwnNotices = contract({
  method: 'POST',
  path: '/notice/own-read',
  access: 'session',
  summary: 'Notes how far the notices of the wallet were read.',
  input: v.object({
    /** As the list answered it. */
    read: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^\d{1,14}\.\d{1,14}$/, 'format')),
  }),
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})
