import * as v from 'valibot'
import { type Asset, assets } from '#kit/amount/coins.ts'
import { contract } from '#kit/wire/contract.ts'
import { moment, nothing } from '#kit/wire/fields.ts'
import { ownKinds } from './own-notices.ts'

const assetNames = Object.keys(assets) as Asset[]

export const listOwnNotices = contract({
  method: 'GET',
  path: '/notice/own',
  access: 'background',
  summary:
    'Lists up to 60 wallet notices from the last 30 days, newest first, with weekly income, plus further security and withdrawal notices.',
  input: nothing,
  output: v.object({
    items: v.array(
      v.object({
        key: v.string(),
        kind: v.picklist(ownKinds),
        at: moment,
        unread: v.boolean(),
        /** Number of the related record, order, trade or pair; empty if none. */
        subject: v.string(),
        /** Positive if received, negative if sent; empty if no money is involved. Never in push messages. */
        amounts: v.optional(v.array(v.object({ coin: v.picklist(assetNames, 'format'), amount: v.string() })), []),
        /** For income: the product line, `compute` or `referral`, if only one paid. For coins: the sending wallet. */
        source: v.optional(v.string(), ''),
        /** Days of income in this notice, at most 7. */
        days: v.optional(v.number(), 0),
      }),
    ),
    unread: v.number(),
    /** Pass this to `readOwnNotices`. */
    read: v.string(),
  }),
  failures: [],
  always: true,
  evenWhenStopped: true,
})

export const readOwnNotices = contract({
  method: 'POST',
  path: '/notice/own-read',
  access: 'session',
  summary: 'Marks the wallet’s notices as read up to the given position.',
  input: v.object({
    read: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^\d{1,14}\.\d{1,14}$/, 'format')),
  }),
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})
