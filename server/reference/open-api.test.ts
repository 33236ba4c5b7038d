import { describe, expect, it } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import { liveEvents } from '#kit/wire/contracts/live.contract.ts'
import { askOutcome } from '#kit/wire/contracts/outcome.contract.ts'
import { routes } from '../calls/routes.ts'
import { requestNotes } from './field-notes.ts'
import { sharedOf } from './open-api.ts'
import { createCheck, misfitOf, published } from './test-reference.ts'
import type { JsonSchema } from './wire-schema.ts'

const calls = [...routes(true), { contract: liveEvents }]
const document = published()
const text = JSON.stringify(document)
const check = createCheck(document)
const { schemas, parameters, responses, securitySchemes } = document.components

type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly { readonly $ref?: string; readonly description?: string; readonly name?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    ...(operation as Operation),
  })),
)
const operationOf = ({ method, path }: Contract) => operations.find(({ call }) => call === `${method} ${path}`)

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}
const refs = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))

describe('is as tools expect it', () => {
  it('points only at what it holds, and holds nothing that nothing points at', () => {
    for (const ref of refs) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce((at: unknown, name) => (at as Record<string, unknown>)?.[name], document)
      expect(found, ref).toBeTypeOf('object')
    }
    const held = Object.entries({ schemas, parameters, responses }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    expect(held.filter((name) => !refs.includes(name))).toEqual([])
  })

  it('names each operation once, with summary, tag, license and security', () => {
    expect(document.info.license.identifier).toBe('Apache-2.0')
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { call, summary, tags, security } of operations) {
      expect(summary, call).toMatch(/^[A-Z].*\.$/)
      expect(tags, call).toHaveLength(1)
      for (const name of Object.keys(security[0] ?? {})) expect(securitySchemes, call).toHaveProperty(name)
    }
  })

  it('says by security which tokens a call needs', () => {
    const of = (access: Contract['access'], method: Contract['method']) =>
      routes(true).flatMap(({ contract }) =>
        contract.access === access && contract.method === method ? [operationOf(contract)?.security] : [],
      )
    const [requestToken, userToken, sessionSignature, walletToken] = [[], [], [], []]
    for (const security of of('session', 'GET')) expect(security).toEqual([{ requestToken, userToken }])
    for (const security of of('session', 'POST'))
      expect(security).toEqual([{ requestToken, userToken, sessionSignature }])
    for (const security of of('money', 'POST'))
      expect(security).toEqual([{ requestToken, userToken, sessionSignature, walletToken }])
    expect(operations.find(({ call }) => call === 'POST /req-token')?.security).toEqual([])
  })

  it('describes the body of every status', () => {
    for (const { call, responses: given } of operations) {
      expect(Object.keys(given), call).toEqual(['200', '503', '4XX'])
      expect(given[200]?.content?.['application/json']?.schema, call).toBeTypeOf('object')
    }
    expect(check('POST /req-token', 503, { code: 400, msg: 'request.unavailable', params: {}, data: null })).toBe(
      undefined,
    )
    expect(check('POST /req-token', 503, { code: 400, msg: 'request.busy', params: {}, data: null })).toBeDefined()
  })

  it('gives each shape one name where it occurs in several places', () => {
    expect(sharedOf(calls).problems).toEqual([])
    expect(Object.keys(schemas).length).toBeGreaterThan(100)
    expect(text.length).toBeLessThan(360_000)
  })
})

describe('asks and answers as the contracts do', () => {
  it('asks for nothing that no value satisfies', () => {
    for (const schema of objectsIn(document)) {
      const beside = ['type', 'enum', 'const', 'pattern', 'properties'].filter((name) => name in schema)
      for (const list of ['anyOf', 'oneOf']) if (list in schema) expect(beside, JSON.stringify(schema)).toEqual([])
      if (Array.isArray(schema.required))
        expect(Object.keys((schema.properties ?? {}) as object)).toEqual(expect.arrayContaining(schema.required))
    }
  })

  it('permits null where a contract does, beside a list of words', () => {
    const { side, pays, boost } = schemas.Product?.properties ?? {}
    for (const schema of [side, pays, boost]) expect(schema?.anyOf?.[1]).toEqual({ type: 'null' })
  })

  it('differs from an answer that a test of a call must not accept', () => {
    const answer = (outcome: unknown) => ({ code: 0, msg: 'success', data: { outcome } })
    expect(misfitOf(askOutcome, 200, answer('never'))).toBeUndefined()
    expect(misfitOf(askOutcome, 200, answer(null))).toContain('outcome')
    expect(misfitOf(askOutcome, 404, answer('never'))).toBeDefined()
    expect(misfitOf({ ...askOutcome }, 200, answer(null))).toBeUndefined()
  })

  it('has only whole numbers, because amounts are text', () => {
    expect(text).not.toContain('"type":"number"')
  })

  it('says of every call what it may be refused with, and of every signed write its key', () => {
    for (const { contract } of routes(true)) {
      const { call, parameters: given = [] } = operationOf(contract) ?? {}
      const refusal = (msg: string) => ({ code: 400, msg, params: {}, data: null })
      for (const msg of ['field.format', ...contract.failures]) {
        const codes = [400, 401, 402, 403, 407, 408]
        const fits = codes.filter((code) => !check(call ?? '', 200, { ...refusal(msg), code }))
        expect(fits, `${call} ${msg}`).not.toEqual([])
      }
      expect(check(call ?? '', 200, refusal('request.unavailable')), call).toBeDefined()
      const isSignedWrite = contract.method === 'POST' && contract.access !== 'open'
      expect(JSON.stringify(given).includes('Idempotency-Key')).toBe(isSignedWrite)
    }
  })

  it('names lifetimes, limits and every live event', () => {
    expect(document['x-lifetimes']).toMatchObject({ requestToken: 7200, walletToken: 300, idempotencyKey: 604_800 })
    expect(document['x-limits'].counted).toHaveProperty('sign_in')
    for (const kind of ['Hello', 'Balance', 'Deposit', 'Withdrawal', 'Order', 'Notice', 'Chat', 'Otc', 'End'])
      expect(schemas).toHaveProperty(`${kind}Event`)
    const extensions = [...objectsIn(document)].flatMap((each) =>
      Object.keys(each).filter((name) => name.startsWith('x-')),
    )
    expect(extensions).toEqual(['x-lifetimes', 'x-limits'])
    for (const name of extensions) expect(document.info.description).toContain(name)
  })
})

type Parts = {
  readonly type: string
  readonly entries?: Readonly<Record<string, Parts>>
  readonly wrapped?: Parts
  readonly item?: Parts
  readonly pipe?: readonly Parts[]
}
const hasCheck = ({ wrapped, item, pipe = [] }: Parts): boolean =>
  pipe.some((each) => ['check', 'custom', 'raw_check', 'partial_check'].includes(each.type) || hasCheck(each)) ||
  (wrapped ? hasCheck(wrapped) : item ? hasCheck(item) : false)

describe('explains', () => {
  it('every field of a request', () => {
    const missing = (at: string, schema: JsonSchema): string[] => [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
        ...(field.description ? [] : [`${at} ${name}`]),
        ...missing(`${at} ${name}`, field),
      ]),
      ...[schema.items, ...(schema.allOf ?? [])].flatMap((inner) => (inner ? missing(at, inner) : [])),
    ]
    for (const { call, parameters: given, requestBody } of operations) {
      for (const each of given) expect(each.$ref ?? each.description, `${call} ${each.name}`).toBeTruthy()
      for (const { schema } of Object.values(requestBody?.content ?? {})) expect(missing(call, schema)).toEqual([])
    }
  })

  it('only fields that are there', () => {
    for (const note of Object.keys(requestNotes)) {
      const [, call, field = note] = /^(\S+ \S+) (\S+)$/.exec(note) ?? []
      if (call) expect(operations.map((each) => each.call)).toContain(call)
      const within = call ? JSON.stringify(operations.find((each) => each.call === call)) : text
      expect(within.includes(`"${field.split('.').at(-1)}"`), note).toBe(true)
    }
  })

  it('what checks demand that are functions', () => {
    const checked = calls.flatMap(({ contract: { method, path, input } }) =>
      Object.entries((input as unknown as Parts).entries ?? {}).flatMap(([name, field]) =>
        hasCheck(field) ? [`${method} ${path} ${name}`] : [],
      ),
    )
    expect(checked).toMatchInlineSnapshot(`
      [
        "GET /wallet/logs from",
        "GET /wallet/logs until",
        "GET /wallet/logs since",
        "GET /wallet/logs before",
        "POST /chat/send text",
        "POST /my/push zone",
        "POST /login/password walletId",
        "POST /otc/ad terms",
        "POST /otc/paid payerName",
        "POST /otc/release payerName",
        "POST /otc/dispute reason",
        "POST /otc/answer answer",
        "POST /my/nickname nickname",
        "GET /proof/statements from",
        "GET /profit/under target",
        "POST /wallet/conver remark",
        "POST /my/address-bind remark",
        "POST /my/address-change remark",
      ]
    `)
  })
})
