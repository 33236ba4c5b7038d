import { createCheck, published } from '#server/reference/test-reference.ts'
import type { JsonSchema } from '#server/reference/wire-schema.ts'

type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly schema: JsonSchema }
type Operation = {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
}
export type Route = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: readonly string[]
  readonly fields: Readonly<Record<string, JsonSchema>>
  readonly isForm: boolean
  /** Why an answer does not fit the reference. */
  readonly misfit: (status: number, answer: unknown) => string | undefined
}

export function routesOfReference(): readonly Route[] {
  const document = published()
  const check = createCheck(document)
  const { schemas, securitySchemes } = document.components
  const parameters = document.components.parameters as unknown as Readonly<Record<string, Parameter>>

  function whole(schema: JsonSchema): JsonSchema {
    const { $ref, allOf, ...own } = schema
    const named = $ref ? schemas[$ref.split('/').at(-1) as keyof typeof schemas] : undefined
    const parts = [...(named ? [named] : []), ...(allOf ?? [])].map(whole)
    const properties = Object.assign({}, ...parts.map((part) => part.properties), own.properties) as Fields
    const fields = Object.entries(properties).map(([name, each]) => [name, whole(each)])
    return {
      ...Object.assign({}, ...parts),
      ...own,
      ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
      ...(own.items ? { items: whole(own.items) } : {}),
      ...(own.anyOf ? { anyOf: own.anyOf.map(whole) } : {}),
    }
  }

  const routeOf = (path: string, method: string, { security, parameters: given, requestBody }: Operation): Route => {
    const known = given.map((each) => (each.$ref ? (parameters[each.$ref.split('/').at(-1) ?? ''] ?? each) : each))
    const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
    const query = known.filter((each) => each.in === 'query').map((each) => [each.name, whole(each.schema)] as const)
    const secured = Object.keys(security[0] ?? {}).map((name) => securitySchemes[name]?.name ?? name)
    const call = `${method.toUpperCase()} ${path}`
    return {
      method: method.toUpperCase() as Route['method'],
      path,
      headers: [...secured, ...known.filter((each) => each.in === 'header').map((each) => each.name)],
      fields: body ? (whole(body.schema).properties ?? {}) : Object.fromEntries(query),
      isForm: type === 'multipart/form-data',
      misfit: (status, answer) => check(call, status, answer),
    }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(path, method, operation as Operation)),
  )
}

type Fields = Readonly<Record<string, JsonSchema>>
