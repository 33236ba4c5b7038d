import { describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import {
  type Claim,
  compareClaims,
  type DayCap,
  nextOf,
  ownShare,
  type Room,
  roomFor,
  roomInStock,
} from './fair-share.ts'

const usdt = (whole: number) => BigInt(whole) * unitsPerOne
const cap: DayCap = {
  atOnce: usdt(10_000),
  inDay: usdt(100_000),
  left: usdt(100_000),
  openTaken: 0n,
  smallTaken: 0n,
}
const claim: Claim = { units: usdt(20), dayTaken: 0n, weekTaken: 0n, isApproved: false }

describe('a share of a day’s cap', () => {
  const room = (change: Partial<Claim>, now: Partial<DayCap> = {}) =>
    roomFor({ ...claim, ...change }, { ...cap, ...now })

  it('is open to anybody up to half of the cap, and the other half goes out in small parts alone', () => {
    const half = { left: usdt(55_000), openTaken: usdt(45_000) }
    expect(room({ units: usdt(5_000) }, half)).toBe('yes')
    expect(room({ units: usdt(5_001) }, half)).toBe('full')
    expect(room({ units: usdt(1_000) }, half)).toBe('small')
    expect(room({ units: usdt(1_001) }, { ...half, openTaken: usdt(50_000) })).toBe('full')
    const rest = { left: usdt(1_000), openTaken: usdt(50_000), smallTaken: usdt(49_000) }
    expect(room({ units: usdt(20) }, rest)).toBe('small')
    expect(room({ units: usdt(21) }, rest)).toBe('full')
    expect(room({ units: usdt(20), weekTaken: usdt(1) }, rest)).toBe('full')
  })

  it('is not used up by small parts: the half that is anybody’s is not theirs', () => {
    expect(room({ units: usdt(10_000) }, { left: usdt(50_000), smallTaken: usdt(50_000) })).toBe('yes')
    expect(room({ units: usdt(20) }, { left: usdt(50_000), smallTaken: usdt(50_000) })).toBe('yes')
  })

  it('is a tenth for one wallet, beyond its first payment, unless people looked', () => {
    expect(room({ units: usdt(10_000) })).toBe('yes')
    const more = { units: usdt(5_000), dayTaken: usdt(5_001), weekTaken: usdt(5_001) }
    expect(room(more)).toBe('own')
    expect(room({ ...more, dayTaken: usdt(5_000) })).toBe('yes')
    expect(room({ ...more, isApproved: true })).toBe('yes')
  })

  it('is never asked for by what is paid in no day', () => {
    expect(room({ units: usdt(10_001) })).toBe('never')
    expect(room({ units: usdt(90) }, { atOnce: usdt(90), inDay: usdt(100), left: usdt(100) })).toBe('yes')
  })

  it('rounds a half and a tenth of the cap down', () => {
    expect([ownShare({ inDay: 19n }), ownShare({ inDay: 20n })]).toEqual([1n, 2n])
    const open = { atOnce: 9n, inDay: 19n, left: 19n, smallTaken: 9n }
    expect(room({ units: 1n }, { ...open, openTaken: 8n })).toBe('yes')
    expect(room({ units: 1n }, { ...open, openTaken: 9n })).toBe('full')
    const rest = { atOnce: 9n, inDay: 101n, left: 101n, openTaken: 0n }
    expect(room({ units: 1n }, { ...rest, smallTaken: 0n })).toBe('small')
    expect(room({ units: 1n }, { ...rest, smallTaken: 1n })).toBe('yes')
    expect(room({ units: 1n }, { ...rest, left: 49n, smallTaken: 0n })).toBe('yes')
  })

  it('counts what a wallet was paid in the day from its first unit on, and is used to its last', () => {
    const most = { units: usdt(10_000) }
    expect(room({ ...most, dayTaken: 0n })).toBe('yes')
    expect(room({ ...most, dayTaken: 1n })).toBe('own')
    expect(room(most, { left: usdt(10_000) })).toBe('yes')
    expect(room(most, { left: usdt(10_000) - 1n })).toBe('full')
  })

  it('of what the paying wallet has is small up to a fiftieth, and none beyond it', () => {
    const inStock = (units: bigint, weekTaken = 0n) => roomInStock({ ...claim, units, weekTaken }, 100n)
    expect([inStock(2n), inStock(3n), inStock(1n, 1n), inStock(1n, 2n)]).toEqual(['small', 'yes', 'small', 'yes'])
    expect([inStock(100n), inStock(101n)]).toEqual(['yes', 'full'])
  })

  it('goes first to who waited longest where all else is equal', () => {
    const compared = (one: Partial<Claim>, other: Partial<Claim>, ids: readonly [bigint, bigint] = [1n, 2n]) => [
      compareClaims({ ...claim, ...one, id: ids[0] }, { ...claim, ...other, id: ids[1] }),
      compareClaims({ ...claim, ...other, id: ids[1] }, { ...claim, ...one, id: ids[0] }),
    ]
    expect(compared({}, {})).toEqual([-1, 1])
    expect(compared({}, { isApproved: true })).toEqual([1, -1])
    expect(compared({ isApproved: true, units: 9n }, { isApproved: true, units: 8n })).toEqual([1, -1])
    expect(compared({ units: 5n }, { units: 1n, weekTaken: 1n })).toEqual([-1, 1])
    expect(compared({ units: 5n, weekTaken: 1n }, { units: 4n, weekTaken: 1n })).toEqual([1, -1])
    expect(compared({ units: 5n, weekTaken: 1n }, { units: 4n, weekTaken: 2n })).toEqual([-1, 1])
  })

  it('goes to what people approved, then to who had nothing, then to who will have had least; none but small ones pass', () => {
    const line = [
      { ...claim, id: 1n, units: usdt(900) },
      { ...claim, id: 2n, units: usdt(100), weekTaken: usdt(200) },
      { ...claim, id: 3n, units: usdt(300) },
      { ...claim, id: 4n, units: usdt(8_000), isApproved: true },
    ].toSorted(compareClaims)
    expect(line.map(({ id }) => id)).toEqual([4n, 3n, 1n, 2n])
    const said = (rooms: Record<string, Room>) => nextOf(line, ({ id }) => [rooms[`${id}`] ?? 'yes', 'yes'])?.id
    expect(said({})).toBe(4n)
    expect(said({ 4: 'own' })).toBe(3n)
    expect(said({ 4: 'full' })).toBeUndefined()
    expect(said({ 4: 'full', 1: 'small' })).toBe(1n)
  })
})

type Kind = 'attacker' | 'new' | 'returning'
type Person = {
  readonly kind: Kind
  taken: { readonly at: number; readonly units: bigint }[]
  asked: number[]
}
type Asked = Claim & { readonly id: bigint; readonly by: Person; readonly at: number; paidAt?: number }
type Attack = {
  readonly wallets: number
  readonly capital: number
  /** Amount per request; five requests per 24 hours need no review. */
  readonly piece: (dice: Dice) => number
  readonly inOrder?: boolean
  readonly onlyFirst?: boolean
}
const days = 14
const seenMax = 200

const person = (kind: Kind): Person => ({ kind, taken: [], asked: [] })
const sumOf = (rows: readonly { readonly at: number; readonly units: bigint }[], since: number) =>
  rows.reduce((sum, { at, units }) => (at > since ? sum + units : sum), 0n)

const sumsOf = (paid: readonly { readonly at: number; readonly units: bigint; readonly isSmall: boolean }[]) => {
  const of = (small: boolean) =>
    sumOf(
      paid.filter(({ isSmall }) => isSmall === small),
      0,
    )
  return [of(true), of(false)] as const
}

function lineAt(waiting: readonly Asked[], now: number, onlyFirst: boolean): Asked[] {
  const before = new Map<Person, bigint>()
  const claims = waiting.map((asked) => {
    const own = before.get(asked.by) ?? 0n
    before.set(asked.by, own + asked.units)
    asked.by.taken = asked.by.taken.filter(({ at }) => at > now - 7 * dayMs)
    const dayTaken = sumOf(asked.by.taken, now - dayMs) + own
    return { ...asked, dayTaken, weekTaken: sumOf(asked.by.taken, now - 7 * dayMs) + own }
  })
  const line = claims.toSorted(compareClaims)
  const sizeOf = ({ weekTaken, units }: Asked) => Number(weekTaken + units)
  const smallest = line.toSorted((one, other) => sizeOf(one) - sizeOf(other)).slice(0, onlyFirst ? 0 : seenMax)
  const seen = new Set([...line.slice(0, seenMax), ...smallest])
  return line.filter((each) => seen.has(each))
}

/**
 * Simulates two weeks at a cap of 100,000 per 24 hours. An attacker cycles coins. Honest users make 50 new withdrawals a day, and 100
 * returning customers 20 small ones. @returns the honest waits in hours, and the attacker's total
 */
function circles({ wallets, capital, piece, inOrder = false, onlyFirst = false }: Attack, seed: number) {
  const dice = seededDice(seed)
  const step = 20 * minuteMs
  const attackers = Array.from({ length: wallets }, () => person('attacker'))
  const customers = Array.from({ length: 100 }, () => person('returning'))
  const waits: Record<Kind, number[]> = { attacker: [], new: [], returning: [] }
  let [waiting, paid, back]: [Asked[], (Person['taken'][number] & { isSmall: boolean })[], Person['taken']] = [
    [],
    [],
    [],
  ]
  let [free, nextId, moved] = [usdt(capital), 0n, 0n]
  const ask = (by: Person, units: bigint, at: number) => {
    nextId += 1n
    waiting.push({ ...claim, id: nextId, by, units, at })
  }
  for (let now = 0; now < days * dayMs; now += step) {
    for (const { units } of back.filter(({ at }) => at <= now - hourMs)) free += units
    back = back.filter(({ at }) => at > now - hourMs)
    for (const by of attackers) {
      by.asked = by.asked.filter((at) => at > now - dayMs)
      const units = usdt(piece(dice))
      if (by.asked.length >= 5 || units > free) continue
      by.asked.push(now)
      free -= units
      ask(by, units, now)
    }
    if (dice.chance((50 * step) / dayMs)) ask(person('new'), usdt(20 + dice.below(980)), now)
    if (dice.chance((20 * step) / dayMs)) ask(dice.pick(customers), usdt(20 + dice.below(80)), now)
    // The payout contract counts payments for up to an hour longer.
    paid = paid.filter(({ at }) => at > now - dayMs - hourMs)
    let line = lineAt(waiting, now, onlyFirst)
    for (;;) {
      const [smallTaken, openTaken] = sumsOf(paid)
      const full = { ...cap, smallTaken, openTaken, left: cap.inDay - smallTaken - openTaken }
      const next = inOrder
        ? waiting.slice(0, 1).find(({ units }) => units <= full.left)
        : nextOf(line, (each) => [roomFor(each, full)])
      if (!next) break
      line = line.filter((each) => each !== next)
      waiting = waiting.filter(({ id }) => id !== next.id)
      const payment = { at: now, units: next.units, isSmall: roomFor(next, full) === 'small' }
      paid.push(payment)
      next.by.taken.push(payment)
      waits[next.by.kind].push((now - next.at) / hourMs)
      if (next.by.kind !== 'attacker') continue
      back.push(payment)
      moved += next.units
    }
  }
  for (const { by, at } of waiting) waits[by.kind].push((days * dayMs - at) / hourMs)
  const of = (hours: readonly number[]) => ({
    count: hours.length,
    atOnce: Math.round((100 * hours.filter((each) => each === 0).length) / hours.length),
    longest: Math.max(...hours),
  })
  return { honest: of(waits.new), returning: of(waits.returning), moved: moved / unitsPerOne }
}

describe('circles of 1,000,000 USDT against 50 honest withdrawals a day, of 20 to 999 USDT', () => {
  const capital = 1_000_000
  const attacks: Record<string, Attack> = {
    'through 100 wallets, as much as goes without a look': { wallets: 100, capital, piece: () => 1_000 },
    'through 100 wallets, in pieces of any size': { wallets: 100, capital, piece: (dice) => 10 + dice.below(991) },
    'through 300 wallets, in pieces as small as what they stand in the way of': {
      wallets: 300,
      capital,
      piece: () => 300,
    },
    'through 1,000 wallets': { wallets: 1_000, capital, piece: () => 1_000 },
  }

  it.each(Object.entries(attacks))('%s: each honest one leaves within the day of a full cap', (_name, attack) => {
    const { honest, returning, moved } = circles(attack, 20_261_122)
    expect(honest.count).toBeGreaterThan(600)
    expect(returning.count).toBeGreaterThan(200)
    // In percent.
    expect(honest.atOnce).toBeGreaterThanOrEqual(60)
    expect(honest.longest).toBeLessThanOrEqual(25)
    expect(returning.longest).toBe(0)
    expect(moved).toBeGreaterThan(400_000n)
  })

  it('paid in the order of asking, honest ones would wait for days', () => {
    const { honest } = circles({ wallets: 100, capital, piece: () => 1_000, inOrder: true }, 20_261_122)
    expect(honest.longest).toBeGreaterThan(72)
    expect(honest.atOnce).toBeLessThan(10)
  })

  it('with no more than the first of a line looked at, customers who come again would wait behind 200 who never came', () => {
    const { honest, returning } = circles({ wallets: 1_000, capital, piece: () => 1_000, onlyFirst: true }, 20_261_122)
    expect(honest.longest).toBeLessThanOrEqual(25)
    expect(returning.longest).toBeGreaterThan(72)
  })
})
