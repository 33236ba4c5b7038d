import { type Asset, isCoin } from '#kit/amount/coins.ts'
import { type LineId, lines } from '#ledger/posting/lines.ts'
import { movements } from '#ledger/posting/movements.ts'
import type { RecordEvent } from './record-events.ts'

type Direction = 'in' | 'out' | 'swap' | 'inside'
type Title =
  | { readonly kind: 'deposit' | 'withdrawal' | 'exchange' | 'otc' | 'ad' | 'power' }
  | { readonly kind: 'from' | 'to'; readonly walletId: string; readonly name?: string }
  | { readonly kind: 'invested' | 'returned' | 'income'; readonly line: LineId }
  | { readonly kind: 'order'; readonly id: string }
  /** The title names the record type. */
  | { readonly kind: 'record' }

export type Act = {
  readonly direction: Direction
  readonly title: Title
  /** Only if the title does not name it. */
  readonly other?: { readonly kind: 'wallet' | 'network'; readonly id: string; readonly name?: string }
  readonly state: 'done' | 'held' | 'sending' | 'cancelled' | 'failed' | 'inside'
}

const lineIds: ReadonlySet<string> = new Set(lines)
const isLine = (name: string): name is LineId => lineIds.has(name)
const linesOfCode = new Map<string, Set<LineId>>()
for (const { code, assets, from, to } of movements)
  for (const asset of code === undefined ? [] : assets)
    for (const account of [from, to]) {
      const [kind, line = ''] = account.split('.')
      if ((kind !== 'order' && kind !== 'pool') || !isLine(line)) continue
      const key = `${asset} ${code}`
      linesOfCode.set(key, (linesOfCode.get(key) ?? new Set()).add(line))
    }

/** Undefined if several lines use the code, or none. */
export function lineOfCode(coin: Asset, code: number): LineId | undefined {
  const [line, another] = linesOfCode.get(`${coin} ${code}`) ?? []
  return another === undefined ? line : undefined
}

/** Interest comes from promised coins; all other returns are principal. */
const incomeCodes: readonly number[] = [13, 14, 19, 26, 35, 39, 40, 109, 112]

function directionOf({ amounts, isInside }: RecordEvent): Direction {
  if (isInside) return 'inside'
  const isOut = amounts.map(({ amount }) => amount.startsWith('-'))
  if (isOut.includes(true) && isOut.includes(false)) return 'swap'
  return isOut.includes(true) ? 'out' : 'in'
}

function withdrawalState({ records }: RecordEvent): Act['state'] {
  const back = records.filter(({ code }) => code === 101)
  // A withdrawal that failed after signing returns from its network.
  if (back.length > 0) return back.some(({ counterpart }) => counterpart.kind === 'network') ? 'failed' : 'cancelled'
  if (records.some(({ code }) => code === 100)) return 'done'
  return records.some(({ code, account }) => code === 3 && account === 'held') ? 'sending' : 'held'
}

const sideOf = ({ records }: RecordEvent, kind: 'wallet' | 'network') =>
  records.find(({ counterpart }) => counterpart.kind === kind)?.counterpart

function orderTitle(id: string, records: RecordEvent['records'], direction: Direction): Title {
  const moved = records.filter(({ coin }) => isCoin(coin))
  const line = moved.map(({ coin, code }) => lineOfCode(coin, code)).find((each) => each !== undefined)
  if (!line && records.length === 1) return { kind: 'record' }
  if (!line || direction === 'inside' || direction === 'swap') return { kind: 'order', id }
  if (direction === 'out') return { kind: 'invested', line }
  const came = moved.filter(({ account, direction: way }) => account === 'available' && way === 'in')
  return { kind: came.every(({ code }) => incomeCodes.includes(code)) ? 'income' : 'returned', line }
}

export function actOf(event: RecordEvent): Act {
  const { belongs, isInside } = event
  const direction = directionOf(event)
  const state = isInside ? 'inside' : 'done'
  const beside = (kind: 'wallet' | 'network') => {
    const side = sideOf(event, kind)
    return side ? { other: { kind, id: side.id, ...(side.name ? { name: side.name } : {}) } } : {}
  }
  switch (belongs.kind) {
    case 'deposit':
      return { direction, state, title: { kind: 'deposit' }, other: { kind: 'network', id: belongs.chain } }
    case 'withdrawal':
      return { direction, state: withdrawalState(event), title: { kind: 'withdrawal' }, ...beside('network') }
    case 'transfer': {
      const { id: walletId, name } = sideOf(event, 'wallet') ?? {}
      const kind = direction === 'out' ? 'to' : 'from'
      return { direction, state, title: walletId ? { kind, walletId, ...(name ? { name } : {}) } : { kind: 'record' } }
    }
    case 'exchange':
      return { direction: 'swap', state, title: { kind: 'exchange' } }
    case 'otc':
    case 'ad':
      return { direction, state, title: { kind: belongs.kind }, ...beside('wallet') }
    case 'order':
      return { direction, state, title: orderTitle(belongs.id, event.records, direction) }
    case 'other':
      return { direction, state, title: event.records.length > 1 ? { kind: 'power' } : { kind: 'record' } }
  }
}
