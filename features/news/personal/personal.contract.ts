import * as v from 'valibot'
import { type Asset, assets } from '#kit/assets.ts'
import { contract } from '#kit/wire/contract.ts'
import { moment, nothing } from '#kit/wire/fields.ts'
import { ownKinds } from './own-notices.ts'

const assetNames = Object.keys(assets) as Asset[]

/** What happened in the caller's wallet. */
export const listOwnNotices = contract({
  method: 'GET',
  path: '/notice/own',
  access: 'background',
  summary:
    'What happened in the wallet within 30 days, the newest first, with the income of a week in one: 60, and what guards it or leaves it beyond them.',
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
        /** What came (positive) or went; none where a notice is not about money. Push messages never carry it. */
        amounts: v.optional(v.array(v.object({ coin: v.picklist(assetNames, 'format'), amount: v.string() })), []),
        /** Of income: the product line that paid, or `compute`, `referral`, where it was only one. Of coins: the wallet that sent them. */
        source: v.optional(v.string(), ''),
        /** The days of income that the notice counts together: at most a week. */
        days: v.optional(v.number(), 0),
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
