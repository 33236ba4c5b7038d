import type { Dice } from '#kit/text/random.ts'
import { encodeForm, fileDigest } from '#kit/wire/form.ts'
import { headers as names } from '#kit/wire/signing/headers.ts'
import { signFields } from '#kit/wire/signing/sign.ts'
import { xAuthHeader } from '#kit/wire/signing/x-auth.ts'
import type { JsonSchema } from '#server/reference/wire-schema.ts'
import { testPassword } from '#server/test/test-client.ts'
import { shelf } from '#server/test/test-shop.ts'
import type { Line } from '#server/test/test-wire.ts'
import { plausible, someValue } from './test-hostile.ts'
import type { Route } from './test-reference.ts'

export type Sent = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
  /** True if method and path match the route, so the response must match too. */
  readonly isWhole: boolean
}
type Fields = Record<string, unknown>

const known: Readonly<Record<string, readonly unknown[]>> = {
  appKey: ['glasshouse-web'],
  exchange_id: [1, 1, 2],
  from: ['2026-11-20'],
  id: [...Object.values(shelf), 1, 2, 3, 4, 5, 6, 7, 8],
  month: ['2026-11'],
  number: ['10.00', '100', '7.5', '1000'],
  page: ['few', 'many'],
  parent: [''],
  paysword: [testPassword],
  period: [7],
  type: [2, 8, 31],
  until: ['2026-11-30'],
}
const expected = (name: string, schema: JsonSchema, dice: Dice): unknown =>
  known[name] && dice.chance(0.8) ? dice.pick(known[name]) : plausible(schema, dice)

function fieldsOf(route: Route, dice: Dice): Fields {
  const isBent = dice.chance(0.75)
  const own = Object.entries(route.fields).filter(
    ([name]) => !['lang', 'source', 'timestamp', 'sign', 'file'].includes(name),
  )
  const fields: Fields = {}
  for (const [name, schema] of own) {
    if (isBent && dice.chance(0.12)) continue
    fields[name] = isBent && dice.chance(0.4) ? someValue(schema, dice) : expected(name, schema, dice)
  }
  if (dice.chance(0.1))
    fields[dice.pick(['amount', 'productId', '__proto__', 'walletId', 'x', '', 'a\u0000'])] = someValue({}, dice)
  return fields
}

function commonOf(now: Date, dice: Dice): Fields {
  const common: Fields = { lang: 'en', source: 'web', timestamp: Math.floor(now.getTime() / 1000) }
  if (dice.chance(0.06)) common[dice.pick(['lang', 'source', 'timestamp'])] = someValue({}, dice)
  return common
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const textsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, textOf(value)])

function signed(fields: Fields, dice: Dice): Fields {
  let sign: unknown
  try {
    sign = signFields(fields)
  } catch {
    sign = 'too deep'
  }
  return { ...fields, sign: dice.chance(0.05) ? someValue({}, dice) : sign }
}

type Body = { readonly body: Sent['body']; readonly type: string }

function bodyOf(route: Route, fields: Fields, dice: Dice): Body {
  if (route.isForm && dice.chance(0.8)) {
    const file = new Uint8Array(Array.from({ length: dice.below(60) }, () => dice.below(256)))
    const texts = signed({ ...fields, file: fileDigest(file) }, dice)
    const { file: _counted, ...rest } = texts
    return encodeForm(Object.fromEntries(textsOf(rest)), file)
  }
  const text = JSON.stringify(signed(fields, dice))
  const type = dice.chance(0.03)
    ? dice.pick(['text/plain', 'application/xml', 'multipart/form-data', '*/*', ''])
    : 'application/json'
  if (!dice.chance(0.06)) return { body: text, type }
  const broken = [
    text.slice(0, dice.below(text.length)),
    `${text}${text}`,
    '',
    '[]',
    '"x"',
    'null',
    '7',
    '['.repeat(9_000),
    `{"a":"${'x'.repeat(20_000)}"}`,
  ]
  return { body: dice.pick(broken), type }
}

const nearPath = (path: string, dice: Dice): string =>
  dice.pick([
    ...[
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}/x`,
      path.replace('/', '/..%2f'),
      `${path}%00`,
      `${path};a`,
      '/',
      '',
    ],
    ...[path.slice(0, -1), `${path}?${'a'.repeat(3_000)}`, `${path}?%ZZ=%`, '/openapi.json/x', `${path}#x`],
  ])

async function headersOf(
  route: Route,
  line: Line,
  bodyText: Body['body'],
  dice: Dice,
): Promise<Record<string, string>> {
  const { session } = line
  const timeMs = line.now().getTime() + (dice.chance(0.04) ? dice.pick([-1e9, 1e9, -121_000, 119_000]) : 0)
  const request = {
    method: route.method,
    path: `/api${route.path}`,
    query: '',
    body: dice.chance(0.03) ? 'another' : bodyText,
    timeMs: Math.max(1e9, timeMs),
    nonce: Buffer.from(Array.from({ length: 16 }, () => dice.below(256))).toString('base64url'),
    sessionId: session?.sessionId ?? '',
  }
  const all: Readonly<Record<string, string | undefined>> = {
    [names.requestToken]: line.requestToken,
    [names.userToken]: session?.token,
    [names.walletToken]: line.walletToken,
    [names.sessionSignature]: session ? await xAuthHeader(session.key, request) : undefined,
    [names.idempotencyKey]: dice.chance(0.5)
      ? `00000000-0000-4000-8000-${String(dice.below(50)).padStart(12, '0')}`
      : undefined,
  }
  const sent: Record<string, string> = { host: new URL(line.origin).host, 'user-agent': line.userAgent }
  for (const name of [...route.headers, names.userToken])
    if (all[name] !== undefined && !dice.chance(0.02)) sent[name] = all[name]
  if (dice.chance(0.06))
    sent[dice.pick(Object.values(names))] = dice.pick(['', 'x', 'a'.repeat(43), '0', 'v1;ts=1;n=x;sig=y', '\u00ff'])
  if (dice.chance(0.02)) sent.origin = dice.pick(['http://evil.example', 'null', 'x'])
  return sent
}

/** A mostly valid request that always contains something unexpected. */
export async function makeRequest(route: Route, line: Line, dice: Dice): Promise<Sent> {
  const fields = { ...fieldsOf(route, dice), ...commonOf(line.now(), dice) }
  const isGet = route.method === 'GET'
  const { body, type } = isGet ? { body: '', type: '' } : bodyOf(route, fields, dice)
  const headers = await headersOf(route, line, body, dice)
  if (!isGet) headers['content-type'] = type
  const isNear = dice.chance(0.03)
  const isOther = dice.chance(0.02)
  const path = `/api${isNear ? nearPath(route.path, dice) : route.path}`
  const query = isGet ? new URLSearchParams(textsOf(fields)).toString() : ''
  return {
    method: isOther ? dice.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) : route.method,
    url: query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
    headers,
    body,
    isWhole: !isNear && !isOther,
  }
}
