import { answerCode, type FailureKey } from '#kit/failure.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { liveEnds, liveItems, liveKinds } from '#kit/wire/contracts/live.contract.ts'
import { doorRefusalsOf, refusalsOf } from '#kit/wire/refusals.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { appVersion, headers } from '#kit/wire/signing/headers.ts'
import { lifetimes, limitsOf } from './facts.ts'
import { requestNotes } from './field-notes.ts'
import { type Shared, shareSchemas, type Trees } from './shared-schemas.ts'
import { type JsonSchema, type ObjectSchema, scalarSchemas, schemaRef, wireSchema } from './wire-schema.ts'

const object = (properties: Readonly<Record<string, JsonSchema>>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const noted = (name: string, schema: JsonSchema): JsonSchema => ({ ...schema, description: requestNotes[name] ?? '' })

const common = {
  lang: noted('lang', { type: 'string', pattern: '^[A-Za-z-]{2,12}$' }),
  source: noted('source', { const: 'web' }),
  timestamp: noted('timestamp', { type: 'integer' }),
}
const signed = { ...common, sign: noted('sign', { type: 'string', pattern: '^[0-9A-F]{32}$' }) }

const securitySchemes = {
  requestToken: {
    name: headers.requestToken,
    description: `From POST /req-token, valid for ${lifetimes.requestToken} s and only with the same User-Agent. Renew it after ${lifetimes.requestTokenRenewedAfter} s, and after req_token or req_token_error.`,
  },
  userToken: {
    name: headers.userToken,
    description: `The token of the session. A session ends ${lifetimes.session} s after it began, or ${lifetimes.sessionUnused} s after its last use.`,
  },
  sessionSignature: {
    name: headers.sessionSignature,
    description: `v1;ts=…;n=…;sig=…, the session's signature of this exact request. ts may differ from the server's clock by ${lifetimes.xAuthTolerance} s. A nonce is valid once.`,
  },
  walletToken: {
    name: headers.walletToken,
    description: `From POST /wallet/check, valid for ${lifetimes.walletToken} s in the same session. From POST /wallet/passkey-check, valid for one call.`,
  },
}

function securityOf({ access, method, withoutRequestToken }: Contract) {
  const isSigned = access !== 'open'
  const names = [
    ...(withoutRequestToken ? [] : ['requestToken']),
    ...(isSigned ? ['userToken'] : []),
    ...(isSigned && method !== 'GET' ? ['sessionSignature'] : []),
    ...(access === 'money' ? ['walletToken'] : []),
  ]
  return names.length === 0 ? [] : [Object.fromEntries(names.map((name) => [name, []]))]
}

const inHeader = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  // Beside the schema, generated clients would repeat the description in each call.
  schema: { type: 'string', ...schema, description },
})
const parameters = {
  [headers.idempotencyKey]: inHeader(
    headers.idempotencyKey,
    `A UUID, the same for every attempt of one user action. A repeat changes nothing and gets the first answer for ${lifetimes.idempotencyKey} s, unless that answer holds a token or a secret. A repeat with other fields is refused (request.key_conflict), and so is a repeat after the outcome never. Without this header, a repeat is a second action.`,
    { format: 'uuid' },
  ),
  [headers.lastEventId]: inHeader(
    headers.lastEventId,
    'The id of the last event received. The stream begins with the changes since then.',
    {},
  ),
  ...Object.fromEntries(
    Object.entries(common).map(([name, schema]) => [name, { name, in: 'query', required: true, schema }]),
  ),
}
const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function requestOf(contract: Contract, input: ObjectSchema) {
  const { method, access, stream, multipart } = contract
  const inHeaders = [
    ...(access !== 'open' && method !== 'GET' ? [headers.idempotencyKey] : []),
    ...(stream ? [headers.lastEventId] : []),
  ].map(parameterRef)
  const own = Object.entries(input.properties).filter(([name]) => !(name in common))
  const isNeeded = (name: string) => input.required.includes(name)
  if (method === 'GET') {
    const query = own.map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: isNeeded(name),
      description,
      schema,
    }))
    return { parameters: [...inHeaders, ...query, ...Object.keys(common).map(parameterRef)] }
  }
  const file = { type: 'string', format: 'binary', description: requestNotes.file ?? '' }
  const properties = { ...Object.fromEntries(own), ...(multipart ? { file } : {}) }
  const required = [...own.map(([name]) => name).filter(isNeeded), ...(multipart ? ['file'] : [])]
  const isPlain = Object.keys(properties).length === 0
  const schema = isPlain
    ? schemaRef('Signed')
    : { allOf: [schemaRef('Signed'), object(properties, [...new Set(required)])] }
  const content = { [multipart ? 'multipart/form-data' : 'application/json']: { schema } }
  return { parameters: inHeaders, requestBody: { required: true, content } }
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const doorName = ({ access, method, always, withoutRequestToken }: Contract): string =>
  [
    'Refused',
    titled(access),
    method === 'GET' ? 'Read' : 'Write',
    method !== 'GET' && always ? 'Always' : '',
    withoutRequestToken ? 'WithoutToken' : '',
  ].join('')

/** Answered with HTTP 503 only. */
const isOfAnswer = (key: FailureKey): boolean => key !== 'request.unavailable'
const refusedWith = (keys: readonly FailureKey[]): JsonSchema => ({
  allOf: [
    schemaRef('Refused'),
    {
      type: 'object',
      properties: {
        code: { type: 'integer', enum: [...new Set(keys.map(answerCode))].sort() },
        msg: { type: 'string', enum: [...keys].sort() },
      },
    },
  ],
})

/** Most calls refuse with one code, which their own part need not repeat. */
const refusedByCall = (keys: readonly FailureKey[]): JsonSchema =>
  keys.every((key) => answerCode(key) === answers.refused)
    ? {
        allOf: [
          schemaRef('RefusedByCall'),
          { type: 'object', properties: { msg: { type: 'string', enum: [...keys].sort() } } },
        ],
      }
    : refusedWith(keys)

function envelopeOf(contract: Contract, data: JsonSchema | undefined): JsonSchema {
  const door = doorRefusalsOf(contract)
  const own = refusalsOf(contract).filter((key) => !door.includes(key))
  const ways = [
    ...(data ? [{ allOf: [schemaRef('Done'), object({ data })] }] : []),
    schemaRef(doorName(contract)),
    ...(own.length > 0 ? [refusedByCall(own)] : []),
  ]
  const [only = {}] = ways
  return ways.length > 1 ? { oneOf: ways } : only
}

const ownSchemas = {
  Signed: object(signed),
  Done: {
    ...object({ code: { const: 0 }, msg: { const: 'success' }, data: {} }),
    description: 'The call was carried out.',
  },
  Refused: {
    ...object({
      code: { type: 'integer', enum: Object.values(answers).filter((code) => code !== answers.success) },
      msg: { type: 'string', description: 'The key of an error, see docs/generated/failures.md.' },
      params: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Values for the text of the error.',
      },
      data: { type: 'null' },
    }),
    description: 'The call changed nothing.',
  },
  RefusedByCall: {
    allOf: [schemaRef('Refused'), { type: 'object', properties: { code: { const: answers.refused } } }],
  },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
const sharedResponses = {
  503: { $ref: '#/components/responses/Unavailable' },
  '4XX': { $ref: '#/components/responses/Foreign' },
}
const responses = {
  Unavailable: {
    description: 'The server is briefly unavailable. Repeat the call, a write with the same Idempotency-Key.',
    headers: retryAfter,
    content: { 'application/json': { schema: refusedWith(['request.unavailable']) } },
  },
  Foreign: {
    description: 'Never from this server, but possibly from a proxy in front of it. Treat it as no answer.',
    content: { '*/*': { schema: {} } },
  },
}

function answersOf(contract: Contract, data: JsonSchema) {
  const content = { 'application/json': { schema: envelopeOf(contract, data) } }
  return { 200: { description: 'The answer.', headers: retryAfter, content }, ...sharedResponses }
}

const eventKinds = ['hello', ...liveKinds, 'end']
const eventName = (kind: string): string => `${titled(kind)}Event`
const eventTrees: Trees = {
  'hello event': { type: 'object', description: 'The first event.' },
  ...Object.fromEntries(
    liveKinds.map((kind) => [
      `${kind} event`,
      object({ items: { type: 'array', items: wireSchema(`${kind} event`, liveItems[kind], 'output') } }),
    ]),
  ),
  'end event': { ...object({ why: { enum: [...liveEnds] } }), description: 'The last event.' },
}

function streamOf(contract: Contract) {
  const data = eventKinds.map((kind) => schemaRef(eventName(kind)))
  const content = {
    'text/event-stream': { schema: { anyOf: data } },
    'application/json': { schema: envelopeOf(contract, undefined) },
  }
  const description =
    'Server-sent events. The schemas describe `data` of the events `hello`, `balance` and so on. A refusal is JSON.'
  return { 200: { description, headers: retryAfter, content }, ...sharedResponses }
}

const nameOf = (path: string): string =>
  path.slice(1).replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
const callOf = ({ method, path }: Contract): string => `${method} ${path}`

const described = ({ counted, orPasskey }: Contract) => {
  const description = [
    ...(counted ? [`Counts towards the limit ${counted}.`] : []),
    ...(orPasskey ? ['A passkey can confirm this call instead of the wallet password.'] : []),
  ].join(' ')
  return description ? { description } : {}
}

const about = `Generated from the contracts. docs/client.md explains signatures, keys and tokens, with test vectors and two clients.

Every answer is an envelope with HTTP 200, also for an unknown path; only request.unavailable has HTTP 503. \`msg\` is success or the key of an error. A field that a call does not know is ignored.

\`x-lifetimes\`: seconds for which tokens, challenges and keys are valid, and permitted clock differences.

\`x-limits\`: \`address\` and \`session\` are token buckets per address and session, \`streamsOfAnAddress\` limits open event streams, and \`counted\` has the limits per minute and hour that calls name.`

export type Described = { readonly contract: Contract }

function treesOf(calls: readonly Described[]): Trees {
  const trees = calls.flatMap(({ contract }) => {
    const { input, output, wire, stream } = contract
    const call = callOf(contract)
    return [
      [`${call} ?`, wireSchema(call, input, 'input', wire)] as const,
      ...(stream ? [] : [[call, wireSchema(call, output, 'output', wire)] as const]),
    ]
  })
  return { ...Object.fromEntries(trees), ...eventTrees }
}

export const sharedOf = (calls: readonly Described[]): Shared => shareSchemas(treesOf(calls))

export function openApi(calls: readonly Described[], demo: boolean) {
  const { schemas: shared, trees } = sharedOf(calls)
  const paths: Record<string, Record<string, unknown>> = {}
  const doors: Record<string, JsonSchema> = {}
  for (const { contract } of calls) {
    const { path, method, summary, stream } = contract
    doors[doorName(contract)] = refusedWith(doorRefusalsOf(contract).filter(isOfAnswer))
    const call = callOf(contract)
    const entry = {
      operationId: `${method.toLowerCase()}${nameOf(`/${path}`)}`,
      summary,
      ...described(contract),
      tags: [path.split('/')[1] ?? ''],
      security: securityOf(contract),
      ...requestOf(contract, trees[`${call} ?`] as ObjectSchema),
      responses: stream ? streamOf(contract) : answersOf(contract, trees[call] ?? {}),
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: entry }
  }
  const schemas: Readonly<Record<string, JsonSchema>> = {
    ...ownSchemas,
    ...doors,
    ...scalarSchemas(),
    ...shared,
    ...Object.fromEntries(eventKinds.map((kind) => [eventName(kind), trees[`${kind} event`] ?? {}])),
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glasshouse',
      version: appVersion.name,
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    'x-lifetimes': lifetimes,
    'x-limits': limitsOf(demo),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(securitySchemes).map(([name, scheme]) => [name, { type: 'apiKey', in: 'header', ...scheme }]),
      ),
      schemas,
      parameters,
      headers: {
        'Retry-After': {
          description: 'Seconds to wait, with request.too_often, request.busy and request.unavailable.',
          schema: { type: 'integer' },
        },
      },
      responses,
    },
  }
}
