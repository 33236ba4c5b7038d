import { type Asset, assets } from '#kit/amount/coins.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import type { Dice } from '#kit/text/random.ts'
import type { Account } from '../posting/chart.ts'
import type { Entry, Posting, Verdict } from '../posting/entry.ts'
import { lines } from '../posting/lines.ts'
import { type Movement, movements } from '../posting/movements.ts'

export function modelLedger() {
  const balances = new Map<string, bigint>()
  const entries = new Map<string, string>()
  let undo: (() => void)[] = []
  const put = <T>(map: Map<string, T>, key: string, value: T) => {
    const before = map.get(key)
    undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
    map.set(key, value)
  }
  const nameOf = ({ owner, purpose }: Account, asset: Asset) => `${owner} ${purpose} ${asset}`
  const textOf = (postings: readonly Posting[]) =>
    postings
      .map(({ from, to, asset, units, code }) => `${nameOf(from, asset)} ${nameOf(to, asset)} ${units} ${code ?? '—'}`)
      .join('\n')

  const submit = ({ key, postings }: Entry): Verdict => {
    const text = textOf(postings)
    const known = entries.get(key)
    if (known !== undefined) return known === text ? 'replayed' : 'conflict'
    const after = new Map<string, bigint>()
    const read = (name: string) => after.get(name) ?? balances.get(name) ?? 0n
    for (const { from, to, asset, units } of postings) {
      const left = read(nameOf(from, asset)) - units
      if (left < 0n && from.owner !== 'issued' && !from.owner.startsWith('outside:')) return 'insufficient'
      after.set(nameOf(from, asset), left)
      after.set(nameOf(to, asset), read(nameOf(to, asset)) + units)
    }
    for (const [name, balance] of after) put(balances, name, balance)
    put(entries, key, text)
    return 'posted'
  }
  /** @returns a function that undoes all changes since */
  const begin = () => {
    undo = []
    return () => {
      for (const step of undo.reverse()) step()
      undo = []
    }
  }
  return { submit, balances, begin }
}

export const wallets = Array.from({ length: 12 }, (_, place) => `WALLET00${String(place).padStart(2, '0')}` as WalletId)
/** Two per wallet. */
const orders = Array.from({ length: 24 }, (_, place) => (place + 1) as OrderId)
const holderOfOrder = (order: OrderId) => wallets[Math.floor((order - 1) / 2)] as WalletId
const networks = ['eth', 'bsc'] as const

export function accountOf(name: string, holder: WalletId, order: OrderId, network: string): Account {
  const [kind, which, purpose] = name.split('.')
  if (kind === 'wallet') return { owner: `wallet:${holder}`, purpose: which, holder } as Account
  if (kind === 'order') {
    const line = lines.find((each) => each === which) ?? 'dual'
    return { owner: `order:${order * 10 + lines.indexOf(line)}`, purpose, holder, line } as Account
  }
  if (kind === 'house')
    return { owner: 'house', purpose: which === 'in_flight' ? `in_flight:${network}` : which } as Account
  if (kind === 'outside')
    return { owner: which === 'venue' ? 'outside:venue' : `outside:${network}`, purpose: 'all' } as Account
  if (kind === 'issued') return { owner: 'issued', purpose: 'all' }
  return { owner: `${kind}:${which}`, purpose } as Account
}

function drawPosting(dice: Dice, movement: Movement, payer: WalletId): Posting {
  const order = dice.pick(orders.filter((item) => holderOfOrder(item) === payer))
  const other = dice.pick(wallets.filter((item) => item !== payer))
  const network = dice.pick(networks)
  const receiver = movement.bond === 'other holder' ? other : payer
  return {
    from: accountOf(movement.from, payer, order, network),
    to: accountOf(movement.to, receiver, order, network),
    asset: dice.pick(movement.assets),
    units: BigInt(1 + dice.below(dice.chance(0.2) ? 100_000 : 2_000)),
    ...(movement.code === undefined ? {} : { code: movement.code }),
  }
}

/** Draw inflows more often; otherwise most entries would be refused. */
const sources = movements.filter(({ from }) => from === 'outside.network' || from === 'issued')
const fillers = sources.filter(({ to }) => to === 'wallet.available' || to === 'house.capital')

const drawMovement = (dice: Dice) => dice.pick(dice.chance(0.3) ? fillers : movements)

const at = new Date('2026-11-21T00:00:00Z')

export function drawEntry(dice: Dice, key: string): Entry {
  const payer = dice.pick(wallets)
  const count = dice.chance(0.02) ? 1 + dice.below(40) : 1 + dice.below(3)
  const postings = Array.from({ length: count }, () => drawPosting(dice, drawMovement(dice), payer))
  return { key, postings, at, ...(dice.chance(0.5) ? { ref: `order:${dice.below(100)}` } : {}) }
}

const anything = Object.keys(assets) as Asset[]

export function drawWrongEntry(dice: Dice, key: string): Entry {
  const entry = drawEntry(dice, key)
  const place = dice.below(entry.postings.length)
  const bend = (posting: Posting): Posting => {
    const way = dice.below(4)
    if (way === 0) return { ...posting, units: -posting.units }
    if (way === 1) return { ...posting, units: 0n }
    if (way === 2) return { ...posting, code: 99 }
    return { ...posting, from: posting.to, to: posting.from, asset: dice.pick(anything), code: 98 }
  }
  return { ...entry, postings: entry.postings.map((posting, index) => (index === place ? bend(posting) : posting)) }
}
