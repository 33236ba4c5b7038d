import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { language, nothing, text } from '#kit/wire/fields.ts'
import { ownTopics } from '../personal/own-notices.ts'
import { isZone, quietText } from './quiet.ts'

export const loadPush = contract({
  method: 'GET',
  path: '/my/push',
  access: 'session',
  summary: 'Returns the wallet’s push notification settings and the public key that the browser needs.',
  input: nothing,
  output: v.object({
    /** Public VAPID key, base64url: the browser accepts messages only from this server. */
    pub: v.string(),
    on: v.boolean(),
    kinds: v.array(v.picklist(ownTopics)),
    /** "22:00-07:00"; empty if there are no quiet hours. */
    window: v.string(),
    zone: v.string(),
  }),
  failures: [],
  always: true,
})

/** Turns push on for this session's device and off for the wallet's other devices. */
export const choosePush = contract({
  method: 'POST',
  path: '/my/push',
  access: 'session',
  summary: 'Turns on push notifications for this device or changes their settings.',
  input: v.object({
    /** Push endpoint and its keys (base64url), from PushSubscription. */
    address: text(2000),
    pub: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[\w-]{87}$/, 'format')),
    secret: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^[\w-]{22}$/, 'format')),
    kinds: v.pipe(v.array(v.picklist(ownTopics, 'format'), 'format'), v.maxLength(ownTopics.length, 'format')),
    window: v.optional(v.pipe(v.string('format'), v.regex(quietText, 'format')), ''),
    zone: v.pipe(v.string('format'), v.minLength(1, 'required'), v.maxLength(60, 'format'), v.check(isZone, 'format')),
    language,
  }),
  output: nothing,
  failures: ['push.device_refused'],
  always: true,
  evenWhenStopped: true,
})

/** Keeps the preferences. */
export const endPush = contract({
  method: 'POST',
  path: '/my/push-off',
  access: 'session',
  summary: 'Turns off push notifications on all of the wallet’s devices.',
  input: nothing,
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})
