import * as v from 'valibot'
import { contract } from './contract.ts'
import { nothing, optionalText, text } from './fields.ts'

/** A puzzle to slide. Its answer stays on the server; whoever cannot or does not want to slide does the work instead. */
export const loadCaptcha = contract({
  method: 'GET',
  path: '/main/get-captcha',
  access: 'open',
  fresh: true,
  counted: 'puzzle',
  summary: 'A slider puzzle.',
  input: nothing,
  output: v.object({
    /** The picture with its hole, and the piece: data addresses of PNG files. */
    image: v.string(),
    piece: v.string(),
    key: v.string(),
    /** Where the upper edge of the piece stands, in pixels of the picture. */
    y: v.number(),
    /** Shown again beside the key. It holds no answer. */
    secret: v.string(),
    /** The picture's size, and the side of the piece, in pixels. */
    width: v.number(),
    height: v.number(),
    pieceSize: v.number(),
    /** Instead of sliding: a challenge of ALTCHA, JSON text. */
    work: v.string(),
  }),
  wire: { image: 'img' },
  failures: [],
  always: true,
})

/** Answers a puzzle. A piece in the wrong place answers an empty `captchaSign`; a puzzle takes three tries, within two minutes. */
export const checkCaptcha = contract({
  method: 'POST',
  path: '/main/has-captcha',
  access: 'open',
  counted: 'puzzle',
  summary: 'Checks where the piece of a slider puzzle was left.',
  input: v.object({
    key: text(40),
    /** Where the left edge of the piece stands, in pixels of the picture. */
    value: optionalText(12),
    secret: text(60),
    /** Instead of `value`: the challenge with its solution, JSON text. */
    work: optionalText(2_000),
  }),
  /** What it was solved for takes `checkKey`, the key, and `checkSign`, this: once, within two minutes. Empty when the piece is not where it belongs. */
  output: v.object({ captchaSign: v.string() }),
  failures: ['captcha.sign_expired', 'captcha.sign_wrong', 'captcha.check_invalid'],
  always: true,
})
