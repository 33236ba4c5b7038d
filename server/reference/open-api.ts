import { answerCode } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { appVersion, headers } from '#kit/wire/headers.ts'
import { liveEnds, liveItems, liveKinds } from '#kit/wire/live.contract.ts'
import { doorRefusalsOf, refusalsOf } from '#kit/wire/refusals.ts'
import { lifetimes, limitsOf } from './facts.ts'
import { fieldNotes } from './field-notes.ts'
import { type JsonSchema, wireSchema } from './wire-schema.ts'

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const noted = (name: string, schema: JsonSchema): JsonSchema => ({ ...schema, description: fieldNotes[name] })

const common = {
  lang: noted('lang', { type: 'string', pattern: '^[A-Za-z-]{2,12}$' }),
  source: noted('source', { const: 'web' }),
  timestamp: noted('timestamp', { type: 'integer' }),
}
const sign = noted('sign', { type: 'string', pattern: '^[0-9A-F]{32}$' })

const headerNotes = {
  [headers.requestToken]: {
    description: `From POST /req-token. Serves for ${lifetimes.requestToken} s and is renewed after ${lifetimes.requestTokenRenewedAfter} s, or when a call answers req_token or req_token_error. It belongs to one User-Agent.`,
    pattern: '^rt1\\.\\d{1,12}\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}$',
  },
  [headers.userToken]: {
    description: `The token of the session. A session ends ${lifetimes.session} s after it began, or ${lifetimes.sessionUnused} s after its last use.`,
    pattern: '^[A-Za-z0-9_-]{43}$',
  },
  [headers.sessionSignature]: {
    description: `v1;ts=…;n=…;sig=…: the session's signature over the exact request. Its time may differ by ${lifetimes.xAuthTolerance} s; its nonce serves once.`,
    pattern: '^v1;ts=\\d{10,16};n=[A-Za-z0-9_-]{22};sig=[A-Za-z0-9_-]{43}$',
  },
  [headers.walletToken]: {
    description: `From POST /wallet/check; or from POST /wallet/passkey-check, and then for one call alone. Serves for ${lifetimes.walletToken} s, for the session it was given to.`,
    pattern: '^[A-Za-z0-9_-]{43}$',
  },
}
const inHeader = (name: string, required: boolean, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
})

const parameters = {
  ...Object.fromEntries(
    Object.entries(headerNotes).map(([name, { description, pattern }]) => [
      name,
      inHeader(name, true, description, { pattern }),
    ]),
  ),
  [headers.idempotencyKey]: inHeader(
    headers.idempotencyKey,
    false,
    `A UUID of the caller, the same for every try of one intention: a repeat changes nothing and gets the first answer, for ${lifetimes.idempotencyKey} s. With other fields it is refused (request.key_conflict). An answer that holds a token or a secret is not kept.`,
    { format: 'uuid' },
  ),
  [headers.lastEventId]: inHeader(
    headers.lastEventId,
    false,
    'The id of the last event received: what is different since then is told first.',
    {},
  ),
  ...Object.fromEntries(
    Object.entries(common).map(([name, { description, ...schema }]) => [
      name,
      { name, in: 'query', required: true, description, schema },
    ]),
  ),
}

function headersOf({ access, method, withoutRequestToken, stream }: Contract) {
  const isSigned = access !== 'open'
  const isSignedWrite = isSigned && method !== 'GET'
  return [
    ...(withoutRequestToken ? [] : [headers.requestToken]),
    ...(isSigned ? [headers.userToken] : []),
    ...(isSignedWrite ? [headers.sessionSignature] : []),
    ...(access === 'money' ? [headers.walletToken] : []),
    ...(isSignedWrite ? [headers.idempotencyKey] : []),
    ...(stream ? [headers.lastEventId] : []),
  ].map(parameterRef)
}

function parametersOf(contract: Contract) {
  const input = wireSchema(contract.input, 'input', contract.wire)
  if (contract.method === 'GET') {
    const own = Object.entries(input.properties).filter(([name]) => !(name in common))
    const query = own.map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: input.required.includes(name),
      ...(description ? { description } : {}),
      schema,
    }))
    return { parameters: [...headersOf(contract), ...query, ...Object.keys(common).map(parameterRef)] }
  }
  const properties = { ...input.properties, ...common, sign }
  const schema = { ...input, properties, required: [...new Set([...input.required, ...Object.keys(common), 'sign'])] }
  return {
    parameters: headersOf(contract),
    requestBody: { required: true, content: bodyOf(contract, schema) },
  }
}

function bodyOf({ multipart }: Contract, schema: { readonly properties: object }) {
  if (!multipart) return { 'application/json': { schema } }
  const file = { type: 'string', format: 'binary', description: 'In `sign` it counts as its SHA-256, hex.' }
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file } } } }
}

function envelopeOf(contract: Contract, data: JsonSchema | undefined): JsonSchema {
  const keys = [...new Set([...doorRefusalsOf(contract), ...refusalsOf(contract)])].sort()
  const refused = {
    type: 'object',
    properties: {
      code: { enum: [...new Set(keys.map(answerCode))].sort() },
      msg: { enum: keys },
      params: { type: 'object', additionalProperties: { type: 'string' } },
      data: { type: 'null' },
    },
    required: ['code', 'msg', 'params', 'data'],
  }
  if (!data) return refused
  const done = {
    type: 'object',
    properties: { code: { const: 0 }, msg: { const: 'success' }, data },
    required: ['code', 'msg', 'data'],
  }
  return { oneOf: [done, refused] }
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const unavailable = { $ref: '#/components/responses/unavailable' }
const components = {
  parameters,
  headers: {
    'Retry-After': {
      description: 'Seconds to wait, with request.too_often, request.busy and request.unavailable.',
      schema: { type: 'integer' },
    },
  },
  responses: {
    unavailable: {
      description: 'request.unavailable, in the envelope: try again in a moment, a write with the same key.',
      headers: retryAfter,
    },
  },
}

function answersOf(contract: Contract) {
  const data = wireSchema(contract.output, 'output', contract.wire)
  const content = { 'application/json': { schema: envelopeOf(contract, data) } }
  return { 200: { description: 'The envelope.', headers: retryAfter, content }, 503: unavailable }
}

function streamOf(contract: Contract) {
  const told = liveKinds.map((kind) => ({
    title: kind,
    type: 'object',
    properties: { items: { type: 'array', items: wireSchema(liveItems[kind], 'output') } },
    required: ['items'],
  }))
  const end = { title: 'end', type: 'object', properties: { why: { enum: [...liveEnds] } }, required: ['why'] }
  const content = {
    'text/event-stream': { schema: { oneOf: [{ title: 'hello', type: 'object' }, ...told, end] } },
    'application/json': { schema: envelopeOf(contract, undefined) },
  }
  const description =
    'Server-sent events, named by the titles of the schemas: hello first, end last. Refused with the envelope.'
  return { 200: { description, headers: retryAfter, content }, 503: unavailable }
}

const nameOf = (path: string): string =>
  path.slice(1).replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

export function openApi(calls: readonly { readonly contract: Contract }[], demo: boolean) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { contract } of calls) {
    const { path, method, summary, access, counted, orPasskey, stream } = contract
    const entry = {
      operationId: `${method.toLowerCase()}${nameOf(`/${path}`)}`,
      summary,
      tags: [path.split('/')[1] ?? ''],
      'x-access': access,
      ...(counted ? { 'x-counted': counted } : {}),
      ...(orPasskey ? { 'x-passkey': true } : {}),
      ...parametersOf(contract),
      responses: stream ? streamOf(contract) : answersOf(contract),
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: entry }
  }
  const info = {
    title: 'Glasshouse',
    version: appVersion.name,
    description:
      'Generated from the contracts. How requests are signed, keys, test vectors and a client: docs/client.md. Every answer is an envelope with HTTP 200, also to a wrong path; msg is success or the key of a refusal.',
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    'x-lifetimes': lifetimes,
    'x-limits': limitsOf(demo),
    paths,
    components,
  }
}
