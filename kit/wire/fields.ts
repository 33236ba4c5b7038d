import * as v from 'valibot'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { exactText, heldText, idText, isDay, isMoment, momentText } from '#kit/amount/exact.ts'
import { type ChainId, chainIds } from '#kit/chain/chains.ts'
import { cleanLine, isWithin, pointsMax } from '#kit/text/typed-text.ts'
import { languages } from '#locales/registry.ts'

/** An issue's message is the last part of a failure key: `field.required` or `field.format`. */
const required = v.minLength<string, 1, 'required'>(1, 'required')

export const text = (lengthMax = 200) =>
  v.pipe(v.string('format'), v.trim(), required, v.maxLength(lengthMax, 'format'))
export const optionalText = (lengthMax = 200) =>
  v.optional(v.pipe(v.string('format'), v.trim(), v.maxLength(lengthMax, 'format')), '')
/** `lengthMax` counts user-perceived characters after `clean`. */
export const seenText = (lengthMax: number, clean: (typed: string) => string) =>
  v.pipe(
    v.string('format'),
    // Limits the work before `clean` runs.
    v.maxLength(4 * pointsMax(lengthMax), 'format'),
    v.metadata({ lengthMax }),
    v.transform(clean),
    v.check((text) => isWithin(text, lengthMax), 'format'),
  )
export const line = (lengthMax: number) => v.pipe(seenText(lengthMax, cleanLine), required)
export const optionalLine = (lengthMax: number) => v.optional(seenText(lengthMax, cleanLine), '')
/** Above 0, at most 2 decimals. */
export const typedAmount = v.pipe(v.string('format'), required, v.regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,2})?$/, 'format'))
/** Above 0, 8 decimals. */
export const wholeAmount = v.pipe(v.string('format'), required, v.regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,8})?$/, 'format'))
/** May be negative; up to 8 decimals. */
export const exactAmount = v.pipe(v.string(), v.regex(exactText))
/** Never below zero. */
export const heldAmount = v.pipe(v.string(), v.regex(heldText))
/** A string, because it exceeds a float's precision. */
export const postingId = v.pipe(v.string(), v.regex(idText))
/** ATM is retired and has its own failure key. */
export const coin = v.pipe(
  v.string('format'),
  required,
  v.picklist(coins as readonly Coin[], ({ input }) => (input === 'ATM' ? 'funds.atm_closed' : 'format')),
)
export const chain = v.pipe(v.string('format'), required, v.picklist(chainIds as readonly ChainId[], 'format'))
export const code = v.pipe(v.string('format'), required, v.regex(/^\d{6}$/, 'format'))
/** Above 0. Also accepts a string, for query strings. */
export const wholeNumber = v.pipe(
  v.union(
    [v.number('format'), v.pipe(v.string('format'), v.regex(/^\d{1,12}$/, 'format'), v.transform(Number))],
    ({ input }) => (input === '' ? 'required' : 'format'),
  ),
  v.integer('format'),
  v.minValue(1, 'format'),
  v.maxValue(999_999_999_999, 'format'),
)
/** A record's type, from 0. */
export const recordCode = v.pipe(
  v.union(
    [v.number('format'), v.pipe(v.string('format'), v.regex(/^\d{1,3}$/, 'format'), v.transform(Number))],
    'format',
  ),
  v.integer('format'),
  v.minValue(0, 'format'),
  v.maxValue(999, 'format'),
)
/** A valid moment, ISO 8601 in UTC. */
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
/** UTC, "2026-11-21". */
export const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => isDay(day)),
)
/** Absent on the first page. Leading zeros are dropped. */
export const cursor = v.optional(
  v.pipe(
    v.string('format'),
    v.maxLength(80, 'format'),
    v.transform((said): string => (/^\d+$/.test(said) ? said.replace(/^0+(?=\d)/, '') : said)),
  ),
  '',
)
/** `next` is the cursor of the next page, empty at the end. */
export const page = <Item extends v.GenericSchema>(item: Item) => v.object({ items: v.array(item), next: v.string() })
export const nothing = v.object({})

/** Wire form ("zh-CN") or tag ("zh-Hans"). Unknown languages become English. */
export const language = v.optional(
  v.pipe(
    v.string('format'),
    v.transform((said): string => languages.find(({ tag, wire }) => tag === said || wire === said)?.tag ?? 'en'),
  ),
  'en',
)

/** Null if open. */
export const closing = v.nullable(v.object({ until: v.string(), reason: v.string() }))
