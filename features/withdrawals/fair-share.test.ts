import { describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount.ts'
import { dayMs, hourMs, minuteMs } from '#kit/clock.ts'
import { type Dice, seededDice } from '#kit/random.ts'
import { type Claim, compareClaims, type DayCap, nextOf, type Room, roomFor } from './fair-share.ts'

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

type Person = {
  readonly isAttacker: boolean
  taken: { readonly at: number; readonly units: bigint }[]
  asked: number[]
}
type Asked = Claim & { readonly id: bigint; readonly by: Person; readonly at: number; paidAt?: number }
type Attack = {
  readonly wallets: number
  readonly capital: number
  /** What a wallet of theirs asks for at once; five times in 24 hours it goes without a look. */
  readonly piece: (dice: Dice) => number
  /** As it would be without sharing: who asked first is paid first, while there is anything left. */
  readonly inOrder?: boolean
}
const days = 14

const person = (isAttacker: boolean): Person => ({ isAttacker, taken: [], asked: [] })
const sumOf = (rows: readonly { readonly at: number; readonly units: bigint }[], since: number) =>
  rows.reduce((sum, { at, units }) => (at > since ? sum + units : sum), 0n)

/** What was taken of the small half, and of the other. */
const sumsOf = (paid: readonly { readonly at: number; readonly units: bigint; readonly isSmall: boolean }[]) => {
  const of = (small: boolean) =>
    sumOf(
      paid.filter(({ isSmall }) => isSmall === small),
      0,
    )
  return [of(true), of(false)] as const
}

/** Who waits now, in the order of the line, with what each wallet has had and asked for before. */
function lineAt(waiting: readonly Asked[], now: number): Asked[] {
  const before = new Map<Person, bigint>()
  const claims = waiting.map((asked) => {
    const own = before.get(asked.by) ?? 0n
    before.set(asked.by, own + asked.units)
    asked.by.taken = asked.by.taken.filter(({ at }) => at > now - 7 * dayMs)
    const dayTaken = sumOf(asked.by.taken, now - dayMs) + own
    return { ...asked, dayTaken, weekTaken: sumOf(asked.by.taken, now - 7 * dayMs) + own }
  })
  return claims.toSorted(compareClaims)
}

/**
 * Two weeks at a cap of 100,000 in 24 hours: somebody pays coins in and out in circles, as fast as the rules let them, against 50
 * honest withdrawals a day. @returns how long the honest ones waited, in hours, and what the attacker moved
 */
function circles({ wallets, capital, piece, inOrder = false }: Attack, seed: number) {
  const dice = seededDice(seed)
  const step = 20 * minuteMs
  const attackers = Array.from({ length: wallets }, () => person(true))
  const waits: number[] = []
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
    // What was paid out is paid in again an hour later.
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
    if (dice.chance((50 * step) / dayMs)) ask(person(false), usdt(20 + dice.below(980)), now)
    // As the payout contract counts: up to an hour longer.
    paid = paid.filter(({ at }) => at > now - dayMs - hourMs)
    let line = lineAt(waiting, now)
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
      if (next.by.isAttacker) back.push(payment)
      if (next.by.isAttacker) moved += next.units
      else waits.push((now - next.at) / hourMs)
    }
  }
  const open = waiting.filter(({ by }) => !by.isAttacker).map(({ at }) => (days * dayMs - at) / hourMs)
  const atOnce = Math.round((100 * waits.filter((hours) => hours === 0).length) / (waits.length + open.length))
  return {
    honest: waits.length + open.length,
    atOnce,
    longest: Math.max(...waits, ...open),
    moved: moved / unitsPerOne,
  }
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

  it.each(Object.entries(attacks))(
    '%s: each honest one leaves within the day of a full cap',
    (_name, attack) => {
      const { honest, atOnce, longest, moved } = circles(attack, 20_261_122)
      expect(honest).toBeGreaterThan(600)
      // In percent.
      expect(atOnce).toBeGreaterThanOrEqual(60)
      // 24 hours, and up to one more as the payout contract counts.
      expect(longest).toBeLessThanOrEqual(25)
      // They do go in circles, and take all that they are let.
      expect(moved).toBeGreaterThan(400_000n)
    },
    300_000,
  )

  it('paid in the order of asking, honest ones would wait for days', () => {
    const { longest, atOnce } = circles({ wallets: 100, capital, piece: () => 1_000, inOrder: true }, 20_261_122)
    expect(longest).toBeGreaterThan(72)
    expect(atOnce).toBeLessThan(10)
  }, 300_000)
})
