import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Contract } from '#kit/wire/contract.ts'
import { appVersion, headers } from '#kit/wire/headers.ts'
import { refusalsOf } from '#kit/wire/refusals.ts'

type Schema = ReturnType<typeof toJsonSchema>
type Fields = { properties?: Record<string, Schema>; required?: string[] }

/** A schema in wire names. What valibot checks beyond JSON Schema is left out. */
function wireSchema(schema: v.GenericSchema, wire: Contract['wire'], typeMode: 'input' | 'output'): Fields & Schema {
  const { $schema: _ignored, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode })
  const name = (house: string) => wire?.[house] ?? house
  const properties = Object.entries(json.properties ?? {}).map(([house, value]) => [name(house), value])
  const required = (json.required ?? []).map(name)
  return { ...json, properties: Object.fromEntries(properties), ...(required.length ? { required } : {}) } as Fields &
    Schema
}

const common = { lang: { type: 'string' }, source: { const: 'web' }, timestamp: { type: 'integer' } } as const

/** The parameters every request carries, next to its own. */
function parametersOf(contract: Contract) {
  const input = wireSchema(contract.input, contract.wire, 'input')
  if (contract.method === 'GET') {
    const properties = { ...common, ...input.properties }
    const required = ['lang', 'source', 'timestamp', ...(input.required ?? [])]
    const parameters = Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    }))
    return { parameters: [...headersOf(contract), ...parameters] }
  }
  const schema = {
    ...input,
    properties: { ...common, sign: { type: 'string' }, ...input.properties },
    required: ['lang', 'source', 'timestamp', 'sign', ...(input.required ?? [])],
  }
  return {
    parameters: headersOf(contract),
    requestBody: { required: true, content: bodyOf(contract, schema) },
  }
}

/** JSON, or a form: there the file is bytes, and `sign` covers its SHA-256. */
function bodyOf({ multipart }: Contract, schema: { readonly properties: object }) {
  if (!multipart) return { 'application/json': { schema } }
  const file = { type: 'string', format: 'binary', description: 'In `sign` it counts as its SHA-256, hex.' }
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file } } } }
}

function headersOf(contract: Contract) {
  const signed = contract.access !== 'open'
  const names = [
    ...(contract.withoutRequestToken ? [] : [headers.requestToken]),
    ...(signed ? [headers.userToken] : []),
    ...(signed && contract.method !== 'GET' ? [headers.sessionSignature] : []),
    ...(contract.access === 'money' ? [headers.walletToken] : []),
  ]
  return names.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } }))
}

/** Of a stream: its blocks carry the output as `data`. */
const streamOf = (contract: Contract) => ({
  200: {
    description: 'Server-sent events; refused with the envelope.',
    content: { 'text/event-stream': { schema: wireSchema(contract.output, contract.wire, 'output') } },
  },
})

function answerOf(contract: Contract) {
  const data = wireSchema(contract.output, contract.wire, 'output')
  const properties = {
    code: { type: 'integer', enum: [0, 400, 401, 402, 403, 407, 408] },
    msg: {
      type: 'string',
      description: `success, or why it was refused. Beside what every call can answer: ${refusalsOf(contract).join(', ') || 'nothing'}.`,
    },
    params: { type: 'object', additionalProperties: { type: 'string' } },
    data: { anyOf: [data, { type: 'null' }] },
  }
  const schema = { type: 'object', properties, required: ['code', 'msg', 'data'] }
  return { 200: { description: 'The envelope.', content: { 'application/json': { schema } } } }
}

/** Of every call: nobody serves the database for a moment. */
const unavailable = {
  503: { description: 'request.unavailable, in the envelope: try again in a moment, a write with the same key.' },
}

/** The OpenAPI 3.1 reference of the wire, generated from the contracts. */
export function openApi(calls: readonly { readonly contract: Contract }[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { contract } of calls) {
    const entry = {
      operationId: contract.path.slice(1).replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: contract.summary,
      tags: [contract.path.split('/')[1] ?? ''],
      ...parametersOf(contract),
      responses: { ...(contract.stream ? streamOf(contract) : answerOf(contract)), ...unavailable },
    }
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: entry }
  }
  const info = { title: 'Glasshouse', version: appVersion.name, description: 'Generated from the contracts.' }
  return { openapi: '3.1.0', info, servers: [{ url: '/api' }], paths }
}
