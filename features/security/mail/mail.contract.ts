import * as v from 'valibot'
import { mailAddressText } from '#identity/mail/mail-address.ts'
import { mailScenes } from '#identity/mail/mail-scenes.ts'
import { contract } from '#kit/wire/contract.ts'
import { code, language, moment, optionalText, text, wholeNumber } from '#kit/wire/fields.ts'

export const sendMailCode = contract({
  method: 'POST',
  path: '/main/send-ems',
  access: 'session',
  counted: 'mail',
  summary: 'Sends a verification code by e-mail.',
  input: v.object({
    email: mailAddressText,
    /**
     * `bind` proves a new mailbox, `rebind` the old one, `password` accompanies the old password (6 digits); `hello` confirms the mailbox
     * is read (4 digits).
     */
    scene: v.pipe(v.string('format'), v.minLength(1, 'required'), v.picklist(mailScenes, 'format')),
    /** Only 2 (e-mail) is supported. */
    method: v.pipe(wholeNumber, v.picklist([2], 'format')),
    checkKey: text(40),
    checkSign: text(100),
    language,
  }),
  output: v.object({
    digits: v.number(),
    /** Wait before the next code, and this code's expiry; real clock. */
    waitSeconds: v.number(),
    expiresAt: moment,
  }),
  failures: [
    'captcha.sign_expired',
    'captcha.sign_wrong',
    'captcha.check_invalid',
    'identity.mail_not_bound',
    'identity.mail_other',
    'identity.mail_same',
    'identity.mail_too_soon',
    'identity.mail_too_many',
    'identity.mail_off',
  ],
  always: true,
  evenWhenStopped: true,
})

const mailCodes = ['identity.mail_code_expired', 'identity.mail_code_wrong', 'identity.code_locked'] as const

/** A replacement also needs a code of the old mailbox or the Google code, and blocks withdrawals for 24 h. */
export const bindMail = contract({
  method: 'POST',
  path: '/my/email-bind',
  access: 'money',
  evenWhenStopped: true,
  always: true,
  summary: 'Adds an e-mail address to the wallet or replaces the current one.',
  input: v.object({
    email: mailAddressText,
    code,
    currentCode: optionalText(6),
    googleCode: optionalText(6),
    language,
  }),
  secondFactor: { field: 'googleCode', purpose: 'security' },
  wire: { googleCode: 'google_code' },
  output: v.object({ email: v.string(), withdrawalsHeldUntil: v.nullable(moment) }),
  failures: [
    ...mailCodes,
    'identity.mail_taken',
    'identity.mail_same',
    'identity.mail_code_needed',
    'identity.google_not_bound',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
  ],
})

/** Authorizes nothing. */
export const greetMail = contract({
  method: 'POST',
  path: '/my/email-hello',
  access: 'session',
  evenWhenStopped: true,
  always: true,
  summary: 'Confirms that the wallet’s e-mail address still works.',
  input: v.object({ code: v.pipe(v.string('format'), v.minLength(1, 'required'), v.regex(/^\d{4}$/, 'format')) }),
  output: v.object({ heardAt: moment }),
  failures: [...mailCodes, 'identity.mail_not_bound'],
})
