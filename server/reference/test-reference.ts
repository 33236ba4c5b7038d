import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Contract } from '#kit/wire/contract.ts'
import { liveEvents } from '#kit/wire/contracts/live.contract.ts'
import { routes } from '../calls/routes.ts'
import { openApi } from './open-api.ts'
import type { JsonSchema } from './wire-schema.ts'

export type Published = ReturnType<typeof openApi>

export const published = (): Published =>
  JSON.parse(JSON.stringify(openApi([...routes(true), { contract: liveEvents }], true))) as Published

type Body = { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
type Operation = { readonly responses: Readonly<Record<string, Body>> }
const schemaOf = ({ content }: Body): JsonSchema => content['application/json'].schema

export type Check = (call: string, status: number, answer: unknown) => string | undefined

/** The validator does not know the contracts. */
export function createCheck({ paths, components }: Published): Check {
  const ajv = new Ajv2020({
    strictTypes: false,
    strictRequired: false,
    inlineRefs: false,
    validateSchema: false,
    code: { optimize: false },
    formats: { date: true, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)), uuid: true, binary: true },
  })
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`)
  const known = new Map<string, ValidateFunction | undefined>()
  const checkOf = (call: string, status: number): ValidateFunction | undefined => {
    const [method = '', path = ''] = call.split(' ')
    const operation = paths[path]?.[method.toLowerCase()] as Operation | undefined
    const body = status === 503 ? (components.responses.Unavailable as Body) : operation?.responses[status]
    return operation && body && ajv.compile(schemaOf(body))
  }
  return (call, status, answer) => {
    const name = `${call} ${status}`
    if (!known.has(name)) known.set(name, checkOf(call, status))
    const check = known.get(name)
    if (!check) return 'is not in the reference'
    return check(answer) ? undefined : ajv.errorsText(check.errors)
  }
}

const contracts = new Set<Contract>(routes(true).map(({ contract }) => contract))
let check: Check | undefined

/** Undefined for contracts that only a test knows. */
export function misfitOf(contract: Contract, status: number, answer: unknown): string | undefined {
  if (!contracts.has(contract)) return undefined
  check ??= createCheck(published())
  return check(`${contract.method} ${contract.path}`, status, answer)
}
