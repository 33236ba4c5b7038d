import { expect, it } from 'vitest'
import { liveEvents } from '#kit/wire/live.contract.ts'
import { routes } from '../routes.ts'
import { fieldNotes } from './field-notes.ts'
import { openApi } from './open-api.ts'

const document = openApi([...routes(true), { contract: liveEvents }], true)
const text = JSON.stringify(document)

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

it('points only at what it holds', () => {
  const refs = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  expect(refs.length).toBeGreaterThan(100)
  for (const ref of refs) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], document)
    expect(found, ref).toBeTypeOf('object')
  }
})

it('asks for nothing that no value satisfies', () => {
  for (const schema of objectsIn(document)) {
    if (schema.type === 'integer') expect(schema).not.toHaveProperty('anyOf')
    if (Array.isArray(schema.required))
      expect(Object.keys((schema.properties ?? {}) as object)).toEqual(expect.arrayContaining(schema.required))
  }
})

it('says of every call what it may be refused with, and of every signed write its key', () => {
  for (const { contract } of routes(true)) {
    const entry = document.paths[contract.path]?.[contract.method.toLowerCase()] as Record<string, unknown>
    const [, refused] = (
      entry as { responses: { 200: { content: { 'application/json': { schema: { oneOf: unknown[] } } } } } }
    ).responses[200].content['application/json'].schema.oneOf as [unknown, { properties: { msg: { enum: string[] } } }]
    expect(refused.properties.msg.enum).toEqual(expect.arrayContaining(['field.format', ...contract.failures]))
    const isSignedWrite = contract.method === 'POST' && contract.access !== 'open'
    expect(JSON.stringify(entry.parameters).includes('Idempotency-Key')).toBe(isSignedWrite)
  }
})

it('explains only fields that are there', () => {
  for (const name of Object.keys(fieldNotes)) expect(text, name).toContain(`"${name}"`)
})

it('names lifetimes, limits and every live event', () => {
  expect(document['x-lifetimes']).toMatchObject({ requestToken: 7200, walletToken: 300, idempotencyKey: 604_800 })
  expect(document['x-limits'].counted).toHaveProperty('sign_in')
  for (const title of ['hello', 'balance', 'deposit', 'withdrawal', 'order', 'notice', 'chat', 'end'])
    expect(text).toContain(`"title":"${title}"`)
})
