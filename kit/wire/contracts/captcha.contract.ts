import * as v from 'valibot'
import { contract } from '../contract.ts'
import { nothing, optionalText, text } from '../fields.ts'

/** The solution stays on the server. Proof of work (`work`) is an alternative. */
export const loadCaptcha = contract({
  method: 'GET',
  path: '/main/get-captcha',
  access: 'open',
  fresh: true,
  counted: 'puzzle',
  summary: 'Creates a slider puzzle for the security check.',
  input: nothing,
  output: v.object({
    /** PNG data URLs. */
    image: v.string(),
    piece: v.string(),
    key: v.string(),
    /** In pixels of `image`. */
    y: v.number(),
    secret: v.string(),
    /** In pixels. */
    width: v.number(),
    height: v.number(),
    pieceSize: v.number(),
    /** Proof of work: an ALTCHA challenge, JSON text. */
    work: v.string(),
  }),
  wire: { image: 'img' },
  failures: [],
  always: true,
})

/** A wrong position returns an empty `captchaSign`. At most three attempts within two minutes. */
export const checkCaptcha = contract({
  method: 'POST',
  path: '/main/has-captcha',
  access: 'open',
  counted: 'puzzle',
  summary: 'Checks the submitted piece position of a slider puzzle.',
  input: v.object({
    key: text(40),
    /** In pixels of the picture. */
    value: optionalText(12),
    secret: text(60),
    /** Instead of `value`: the solved challenge, JSON text. */
    work: optionalText(2_000),
  }),
  /** Pass it as `checkSign`, with the key as `checkKey`, once within two minutes. */
  output: v.object({ captchaSign: v.string() }),
  failures: ['captcha.sign_expired', 'captcha.sign_wrong', 'captcha.check_invalid'],
  always: true,
})
