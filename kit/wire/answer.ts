import * as v from 'valibot'
import { Unreadable } from '#kit/amount/exact.ts'
import type { Contract, OutputOf } from './contract.ts'
import { fromWire } from './names.ts'
import { answers, type Envelope } from './signing/envelope.ts'

const limits = { depth: 16, items: 20_000, fields: 2_000, text: 16_000_000 } as const

/** Allows only strings, booleans, null and safe integers. Amounts are strings. */
function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'string') return value.length <= limits.text
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth >= limits.depth) return false
  if (Array.isArray(value)) return value.length <= limits.items && value.every((each) => isPlain(each, depth + 1))
  const inner = Object.values(value)
  return inner.length <= limits.fields && inner.every((each) => isPlain(each, depth + 1))
}

/** Ignores unknown fields, because a newer server may send more. @throws Unreadable */
export function readAnswer<C extends Contract>(contract: C, data: unknown): OutputOf<C> {
  if (!isPlain(data)) throw new Unreadable(contract.path)
  const read = v.safeParse(contract.output, fromWire(contract.output, data, contract.wire), { abortEarly: true })
  if (!read.success) throw new Unreadable(contract.path)
  return read.output as OutputOf<C>
}

const envelope = v.object({
  code: v.picklist(Object.values(answers)),
  msg: v.pipe(v.string(), v.maxLength(200)),
  params: v.optional(v.record(v.string(), v.string())),
  data: v.unknown(),
})

/** @throws Unreadable if a proxy answered without an envelope */
export function readEnvelope(value: unknown): Envelope {
  const read = v.safeParse(envelope, value, { abortEarly: true })
  if (!read.success) throw new Unreadable('envelope')
  const { code, msg, params, data } = read.output
  return { code, msg, ...(params ? { params } : {}), data: data ?? null }
}
