import { liveEvents } from '#kit/wire/live.contract.ts'
import { openApi } from '#server/reference/open-api.ts'
import { routes } from '#server/routes.ts'
import type { Schema } from './test-schema.ts'

type Parameter = { readonly $ref?: string; readonly name: string; readonly in: string; readonly schema: Schema }
type Operation = {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  }
}
export type Route = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: readonly string[]
  readonly fields: Readonly<Record<string, Schema>>
  readonly isForm: boolean
  readonly answer: Schema
}

export function routesOfReference(): readonly Route[] {
  const document = JSON.parse(JSON.stringify(openApi([...routes(true), { contract: liveEvents }], true)))
  const shared = document.components.parameters as Readonly<Record<string, Parameter>>
  const paths = Object.entries(document.paths as Record<string, Record<string, Operation>>)
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]): Route => {
      const known = parameters.map((each) => (each.$ref ? (shared[each.$ref.split('/').at(-1) ?? ''] ?? each) : each))
      const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const query = known.filter((each) => each.in === 'query').map((each) => [each.name, each.schema] as const)
      return {
        method: method.toUpperCase() as Route['method'],
        path,
        headers: known.filter((each) => each.in === 'header').map((each) => each.name),
        fields: body?.schema.properties ?? Object.fromEntries(query),
        isForm: type === 'multipart/form-data',
        answer: responses[200].content['application/json'].schema,
      }
    }),
  )
}
