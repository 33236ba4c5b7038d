import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { language, nothing, text } from '#kit/wire/fields.ts'
import { ownTopics } from '../personal/own-notices.ts'
import { isZone, quietText } from './quiet.ts'

/** What the wallet wants to be told on a device while the app is closed. */
export const loadPush = contract({
  method: 'GET',
  path: '/my/push',
  access: 'session',
  summary: 'What is told on a device while the app is closed, and the key its browser needs.',
  input: nothing,
  output: v.object({
    /** The public key of this house, base64url: a browser takes messages from nobody else then. */
    pub: v.string(),
    /** Whether the device of this session is told. */
    on: v.boolean(),
    kinds: v.array(v.picklist(ownTopics)),
    /** "22:00-07:00"; empty where there are no quiet hours. */
    window: v.string(),
    zone: v.string(),
  }),
  failures: [],
  always: true,
})

/** Tells the device of this session from now on, and no other one of the wallet. */
export const choosePush = contract({
  method: 'POST',
  path: '/my/push',
  access: 'session',
  summary: 'Turns on what the device is told while the app is closed, or changes it.',
  input: v.object({
    /** Where the browser takes messages, and the keys it reads them with, base64url: as its PushSubscription says. */
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

/** Forgets the device; what was chosen stays for the next time. */
export const endPush = contract({
  method: 'POST',
  path: '/my/push-off',
  access: 'session',
  summary: 'Tells no device of the wallet any more.',
  input: nothing,
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})
