import type { Dice } from '#kit/text/random.ts'
import type { Answers, Recording } from './test-record.ts'

export type Sent = { readonly status: number; readonly body: string }
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Spot = { readonly holder: Json[] | { [name: string]: Json }; readonly key: string | number; readonly value: Json }

const amountText = /^-?\d+(?:\.\d+)?$/
const momentText = /^\d{4}-\d\d-\d\dT/

function spotsOf(value: Json, found: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null) return found
  const holder = value as Spot['holder']
  for (const [key, inner] of Object.entries(value)) {
    found.push({ holder, key, value: inner })
    spotsOf(inner, found)
  }
  return found
}
const put = ({ holder, key }: Spot, value: Json): void => {
  Object.assign(holder, { [key]: value })
}

const digitsOf = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const more = (text: string, factor: number): string => String(Number(text) * factor + 1)

const spellings: readonly ((text: string) => Json)[] = [
  (text) => `${Number(text)}e3`,
  (text) => `${Number(text) / 1e3}e3`,
  (text) => `0x${Math.round(Number(text)).toString(16)}`,
  (text) => ` ${text}`,
  (text) => `${text}\n`,
  (text) => `+${text}`,
  (text) => `00${text}`,
  (text) => `${text}.`,
  (text) => `${text},000`,
  (text) => `${text}_000`,
  (text) => text.replace('.', ','),
  (text) => `${text}n`,
  (text) => `${text}000000000000000000000000`,
  (text) => `-${text}`,
  () => '-0',
  (text) => Number(text),
  (text) => Number(text) * 1e21,
  (text) => [text],
  () => 'Infinity',
  () => 'NaN',
  () => '',
  digitsOf(0xff10),
  digitsOf(0x0660),
  digitsOf(0x0966),
]
const others: readonly Json[] = [null, true, false, 0, -1, 1e300, '', 'x', [], {}, [null], { items: [] }]

type Change = (data: Json, dice: Dice) => void
const at =
  (fits: (spot: Spot) => boolean, change: (spot: Spot, dice: Dice) => void): Change =>
  (data, dice) => {
    const spots = spotsOf(data).filter(fits)
    if (spots.length > 0) change(dice.pick(spots), dice)
  }
const isAmount = ({ value }: Spot): boolean => typeof value === 'string' && amountText.test(value)
const isList = ({ value }: Spot): boolean => Array.isArray(value) && value.length > 0

/** Raises one displayed balance, sometimes also its value and the total. */
const raise: Change = (data, dice) => {
  const { items } = (data ?? {}) as { items?: Json }
  if (!Array.isArray(items)) return
  const row = dice.pick(items) as { [name: string]: Json } | null
  const field = dice.pick(['available', 'held', 'inOrders', 'promised', 'inMarkets', 'number', 'balanceAfter'])
  const before = row?.[field]
  if (row === null || typeof row !== 'object' || typeof before !== 'string') return
  const added = dice.pick(['0.00000001', '1', '1000', '1000000'])
  row[field] = addText(before, added)
  if (dice.chance(0.7) && typeof row.value === 'string' && row.coin === 'USDT') {
    row.value = addText(row.value, added)
    const all = data as { total?: Json }
    if (typeof all.total === 'string') all.total = addText(all.total, added)
  }
}
function addText(one: string, other: string): string {
  if (!amountText.test(one)) return one
  const units = (text: string): bigint => {
    const [whole = '', part = ''] = text.split('.')
    return BigInt(whole + part.padEnd(8, '0').slice(0, 8))
  }
  const sum = (units(one) + units(other)).toString().padStart(9, '0')
  return `${sum.slice(0, -8)}.${sum.slice(-8)}`
}

const changes: readonly Change[] = [
  raise,
  raise,
  raise,
  at(isAmount, (spot, dice) => put(spot, more(spot.value as string, dice.pick([0, 1, 10, 1000])))),
  at(isAmount, (spot, dice) => put(spot, dice.pick(spellings)(spot.value as string))),
  at(isAmount, (spot, dice) => put(spot, dice.pick(spellings)(spot.value as string))),
  at(
    () => true,
    (spot, dice) => put(spot, structuredClone(dice.pick(others))),
  ),
  at(
    ({ holder }) => !Array.isArray(holder),
    ({ holder, key }) => Reflect.deleteProperty(holder, key),
  ),
  at(
    ({ value }) => typeof value === 'boolean',
    (spot) => put(spot, !spot.value),
  ),
  at(
    ({ value }) => typeof value === 'string' && momentText.test(value),
    (spot, dice) =>
      put(spot, new Date(Date.parse(spot.value as string) + dice.pick([-40, -2, 2, 40]) * 86_400_000).toISOString()),
  ),
  at(isList, ({ value }, dice) => (value as Json[]).push(structuredClone(dice.pick(value as Json[])))),
  at(isList, ({ value }, dice) => (value as Json[]).splice(dice.below((value as Json[]).length), 1)),
  at(isList, ({ value }) => (value as Json[]).reverse()),
  at(isList, ({ value }) => (value as Json[]).splice(0)),
  at(isList, ({ value }, dice) => {
    const list = value as Json[]
    const [from, to] = [dice.below(list.length), dice.below(list.length)]
    ;[list[from], list[to]] = [list[to] ?? null, list[from] ?? null]
  }),
  (data, dice) => {
    const spots = spotsOf(data)
    if (spots.length < 2) return
    const one = dice.pick(spots)
    const like = spots.filter(({ key, value }) => key === one.key && typeof value === typeof one.value)
    const other = dice.pick(like)
    put(one, structuredClone(other.value))
    put(other, structuredClone(one.value))
  },
  at(
    ({ value }) => typeof value === 'string' && value.startsWith('{'),
    (spot, dice) => {
      const inner = JSON.parse(spot.value as string) as Json
      at(isAmount, (deep, turn) =>
        put(
          deep,
          turn.pick([
            more(deep.value as string, 10),
            ...spellings.slice(0, 3).map((each) => each(deep.value as string)),
          ]),
        ),
      )(inner, dice)
      put(spot, JSON.stringify(inner))
    },
  ),
  at(
    ({ value }) => typeof value === 'string' && value.startsWith('{'),
    (spot) => put(spot, (spot.value as string).replace('{', '{"v":"POL1",')),
  ),
]

const inventRecord: Change = (data, dice) => {
  const { items } = (data ?? {}) as { items?: Json }
  if (!Array.isArray(items) || items.length === 0) return
  const row = structuredClone(dice.pick(items))
  if (typeof row === 'object' && row !== null && 'id' in row)
    Object.assign(row, { id: addOne(String((items[0] as { id?: Json }).id)), number: '1000', direction: 'in' })
  items.unshift(row)
}
const addOne = (id: string): string => (/^\d+$/.test(id) ? String(BigInt(id) + 1n) : id)

const broken: readonly Sent[] = [
  { status: 500, body: '' },
  { status: 200, body: '' },
  { status: 200, body: '<html>login</html>' },
  { status: 200, body: '{"code":0,"msg":"success","data":null}' },
  { status: 200, body: '{"code":0}' },
  { status: 200, body: '{"code":"0","msg":"success","data":{"items":[]}}' },
  { status: 200, body: '{"code":400,"msg":"request.failed","data":null}' },
  { status: 200, body: 'null' },
]

/**
 * Rewrites responses randomly and independently, so repeated responses may differ. @returns a function from recorded call name to response
 */
export function lyingLine(recording: Recording, dice: Dice): (name: string) => Sent {
  // Some calls always lie and others never, because honest parts make lies harder to detect.
  const [often, many] = [dice.pick([0.15, 0.5, 1]), 1 + dice.below(3)]
  const about = new Set(Object.keys(recording.honest).filter(() => dice.chance(0.5)))
  const stale = dice.chance(0.2) ? dice.pick(recording.older) : undefined
  const source = (): Answers =>
    stale ?? dice.pick([recording.honest, recording.honest, recording.honest, ...recording.older, recording.other])
  return (name) => {
    const honest = recording.honest[name]
    if (!about.has(name) || !dice.chance(often)) return { status: 200, body: JSON.stringify(honest) }
    if (dice.chance(0.05)) return dice.pick(broken)
    const envelope = structuredClone(source()[name] ?? honest) as { data: Json }
    // The most profitable lie: only balances change.
    if (name === '/wallet/assets' && dice.chance(0.4)) raise(envelope.data, dice)
    else
      for (let done = 0; done < many; done += 1)
        (dice.chance(0.1) ? inventRecord : dice.pick(changes))(envelope.data, dice)
    let body = JSON.stringify(envelope)
    if (dice.chance(0.05)) body = body.replace(/:(\d+)([,}])/, ':$1e0$2')
    return { status: 200, body }
  }
}
