import * as v from 'valibot'
import { type Coin, coins } from '#kit/assets.ts'
import { type ChainId, chainIds } from '#kit/chains.ts'
import { exactText, heldText, idText, isDay, isMoment, momentText } from '#kit/exact.ts'
import { cleanLine, isWithin, pointsMax } from '#kit/typed-text.ts'
import { languages } from '#locales/registry.ts'

/** Schemas the contracts share. An issue's message is the failure key's last part: `field.required` or `field.format`. */
const required = v.minLength<string, 1, 'required'>(1, 'required')

/** Any text that is not empty. */
export const text = (lengthMax = 200) =>
  v.pipe(v.string('format'), v.trim(), required, v.maxLength(lengthMax, 'format'))
/** Text that may be left out. */
export const optionalText = (lengthMax = 200) =>
  v.optional(v.pipe(v.string('format'), v.trim(), v.maxLength(lengthMax, 'format')), '')
/** What a person types: what `clean` leaves of it, at most so many characters as a person counts them. */
export const seenText = (lengthMax: number, clean: (typed: string) => string) =>
  v.pipe(
    v.string('format'),
    // Bounds the work before anything is read of it: UTF-16, with blanks around.
    v.maxLength(4 * pointsMax(lengthMax), 'format'),
    v.transform(clean),
    v.check((text) => isWithin(text, lengthMax), 'format'),
  )
/** A name or a note of one line: never empty. */
export const line = (lengthMax: number) => v.pipe(seenText(lengthMax, cleanLine), required)
/** The same, that may be left out. */
export const optionalLine = (lengthMax: number) => v.optional(seenText(lengthMax, cleanLine), '')
/** An amount a person typed: above 0, at most 2 decimals. */
export const typedAmount = v.pipe(v.string('format'), required, v.regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,2})?$/, 'format'))
/** An exact amount as the server says it, below zero too: up to 8 decimals, in one spelling (kit/exact.ts). */
export const exactAmount = v.pipe(v.string(), v.regex(exactText))
/** The same, never below zero: what an account holds, what a record moves. */
export const heldAmount = v.pipe(v.string(), v.regex(heldText))
/** The number of a posting, as text: larger than a float holds. */
export const postingId = v.pipe(v.string(), v.regex(idText))
/** A coin. ATM is retired: whoever asks for something with it is told so, by the whole key. */
export const coin = v.pipe(
  v.string('format'),
  required,
  v.picklist(coins as readonly Coin[], ({ input }) => (input === 'ATM' ? 'funds.atm_closed' : 'format')),
)
export const chain = v.pipe(v.string('format'), required, v.picklist(chainIds as readonly ChainId[], 'format'))
/** A 6-digit code. */
export const code = v.pipe(v.string('format'), required, v.regex(/^\d{6}$/, 'format'))
/** A whole number above 0, also as text (query strings). */
export const wholeNumber = v.pipe(
  v.union(
    [v.number('format'), v.pipe(v.string('format'), v.regex(/^\d{1,12}$/, 'format'), v.transform(Number))],
    ({ input }) => (input === '' ? 'required' : 'format'),
  ),
  v.integer('format'),
  v.minValue(1, 'format'),
  v.maxValue(999_999_999_999, 'format'),
)
/** A moment, ISO 8601 in UTC, that exists. */
export const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.regex(momentText),
  v.check((at) => isMoment(at)),
)
/** Ed25519, base64url. */
export const publicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
export const signature = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86}$/))
/** SHA-256, hexadecimal. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** A day in UTC, "2026-11-21". */
export const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => isDay(day)),
)
/** Where a list goes on; absent at its start. A number is one question, however many zeros stand before it. */
export const cursor = v.optional(
  v.pipe(
    v.string('format'),
    v.maxLength(80, 'format'),
    v.transform((said): string => (/^\d+$/.test(said) ? said.replace(/^0+(?=\d)/, '') : said)),
  ),
  '',
)
/** A page of a list: `next` is the cursor of the page after it, empty at the end. */
export const page = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item), next: v.string() })
export const nothing = v.object({})

/** The reader's language, as the wire says it ("zh-CN") or as a tag ("zh-Hans"); English for any we do not have, so that made-up ones are all one. */
export const language = v.optional(
  v.pipe(
    v.string('format'),
    v.transform((said): string => languages.find(({ tag, wire }) => tag === said || wire === said)?.tag ?? 'en'),
  ),
  'en',
)

/** What an operator closed, wholly or but for a daily window: until when, and why in their words; null while nothing is. */
export const closing = v.nullable(v.object({ until: v.string(), reason: v.string() }))
