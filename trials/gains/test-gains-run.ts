import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, dayOf, hourMs, minuteMs, startOf } from '#kit/time/clock.ts'
import { findOtcProblems } from '#otc/otc-invariants.store.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { settle } from '#server/loops/settlement.ts'
import { repeatRandomness } from '#server/test/test-implementations.ts'
import { typeAsOperator } from '#server/test/test-operator.ts'
import { themes, ways } from './test-gains-attack.ts'
import { joinMarketOf } from './test-gains-buy.ts'
import { type Before, type Facts, readFacts } from './test-gains-facts.ts'
import { lastPosting } from './test-gains-flows.ts'
import { unexplained } from './test-gains-oracle.ts'
import { closeLate, decideDisputes, letHolderTrade, tradeFaults } from './test-gains-p2p.ts'
import { type GainsWorld, letSomebodyAct, restorePrices } from './test-gains-world.ts'

export type Step = { readonly kind: string; readonly seed: number }

export type Run = { readonly seed: number; readonly steps: readonly Step[] }

export type Outcome = {
  /** Unexplained gains and broken invariants; empty if correct. */
  readonly faults: readonly string[]
  readonly notes: readonly string[]
  readonly answers: ReadonlyMap<string, number>
}

const attacks = ways.flatMap(({ contract, often }) => Array.from({ length: often }, () => contract.path))
const honest = ['trade', 'trade', 'buyIn', 'pay', 'leave', 'draw', 'reserve', 'payBalance', 'switch', 'join']

const meanwhile = ['honest', 'honest', 'p2p', 'p2p', 'operators', 'soon', 'hour', 'edge']
const nightly = ['night', 'night', 'late', 'lock']

/** Draws a plan. Most plans cover one or two midnights, some none. A few cover a week, so terms end. */
export function drawRun(seed: number, theme?: readonly string[]): Run {
  const dice = seededDice(seed)
  const nights = dice.pick([0, 0, 1, 1, 1, 2, 2, dice.chance(0.3) ? 8 : 3])
  const own = theme ?? (dice.chance(0.5) ? dice.pick(themes) : attacks)
  const kinds: string[] = []
  const length = 14 + dice.below(22)
  for (let place = 0; place < length; place += 1) {
    const from = dice.chance(0.2) ? meanwhile : dice.chance(0.85) ? own : attacks
    kinds.push(dice.pick(from))
  }
  for (let night = 0; night < nights; night += 1) kinds.splice(dice.below(kinds.length + 1), 0, dice.pick(nightly))
  if (dice.chance(0.1)) kinds.splice(dice.below(kinds.length), 0, 'profit')
  return { seed, steps: kinds.map((kind) => ({ kind, seed: dice.below(2 ** 31) })) }
}

const midnightAfter = (now: Date): Date => startOf(dayOf(addMs(now, dayMs)))

/** Advances time. After an hour, the trader restores prices. If `isSettled`, completed days settle. */
async function passTo(world: GainsWorld, moment: Date, isSettled = true): Promise<void> {
  const { clock, db } = world
  if (moment.getTime() - clock.now().getTime() > hourMs) {
    clock.advance(hourMs)
    await restorePrices(world)
  }
  if (moment > clock.now()) clock.set(moment)
  await closeLate(world)
  if (isSettled) await settle(db, clock.now())
}

type Happening = (world: GainsWorld, dice: Dice) => Promise<unknown>
const happenings: Readonly<Record<string, Happening>> = {
  honest: async (world, dice) => {
    const kind = dice.pick(honest)
    if (kind === 'join') return joinMarketOf({ ...world, dice }, dice.pick(world.holders))
    if (kind !== 'buyIn') return letSomebodyAct({ ...world, dice }, [kind])
  },
  p2p: letHolderTrade,
  operators: decideDisputes,
  soon: async ({ clock }, dice) => clock.advance(dice.pick([1, 999, minuteMs - 1, minuteMs])),
  hour: async (world, dice) =>
    passTo(world, addMs(world.clock.now(), dice.pick([hourMs, 2 * hourMs, 6 * hourMs])), false),
  edge: async (world, dice) => {
    const midnight = midnightAfter(world.clock.now())
    const edges = [-30 * minuteMs - 1, -30 * minuteMs, -1, 0, 1, -6 * hourMs, -12 * hourMs]
    return passTo(world, addMs(midnight, dice.pick(edges)), false)
  },
  /** Stops half an hour before midnight, when renewals lock, then passes midnight. */
  lock: async (world) => {
    const midnight = midnightAfter(world.clock.now())
    await passTo(world, addMs(midnight, -30 * minuteMs))
    await passTo(world, addMs(midnight, minuteMs))
  },
  night: async (world, dice) => {
    await passTo(world, addMs(midnightAfter(world.clock.now()), dice.pick([0, 1, minuteMs, 3 * hourMs])))
  },
  late: async (world, dice) => {
    await passTo(world, addMs(midnightAfter(world.clock.now()), dice.pick([0, hourMs])), false)
  },
  profit: async (world, dice) => {
    const hash = String(dice.below(2 ** 31)).padStart(64, '0')
    return typeAsOperator(
      world,
      'fund',
      'book-profit',
      '34',
      `${1 + dice.below(40)}.50`,
      'bsc',
      hash,
      'a week of trading',
    )
  },
}

/** A planted bug: extra postings after a successful call of this path. */
export type Hole = { readonly path: string; readonly plant: (world: GainsWorld, wallet: WalletId) => Promise<unknown> }

/** Runs a plan, checks the result and reverts everything. */
export async function live(world: GainsWorld, before: Before, run: Run, hole?: Hole): Promise<Outcome> {
  const answers = new Map<string, number>()
  const notes: string[] = []
  const faults: string[] = []
  const { db, clock, attackers } = world
  const favourite = attackers[run.seed % attackers.length] as WalletId
  const spans: [bigint, bigint][] = []
  const restoreChance = repeatRandomness(run.seed)
  clock.set(world.start)
  world.bank.clear()
  try {
    for (const { kind, seed } of run.steps) {
      const dice = seededDice(seed)
      const way = ways.find(({ contract }) => contract.path === kind)
      const wallet = dice.chance(0.6) ? favourite : dice.pick(attackers)
      const from = way ? await lastPosting(db) : 0n
      let answer = 'done'
      try {
        const turn = { world: { ...world, dice }, dice, wallet, note: (line: string) => void notes.push(line) }
        if (way && !(await way.move(turn))) answer = 'nothing to do'
        if (hole?.path === kind) await hole.plant(world, wallet)
        if (!way) await happenings[kind]?.(world, dice)
        if (!way) notes.push(`${kind}, ${clock.now().toISOString()}`)
      } catch (error) {
        if (!(error instanceof Refusal)) {
          faults.push(`request.internal at ${kind}: ${error instanceof Error ? error.message : error}`)
          break
        }
        answer = error.key
        if (way) notes.push(`  refused: ${answer}`)
      }
      if (way) spans.push([from, await lastPosting(db)])
      answers.set(`${kind}: ${answer}`, (answers.get(`${kind}: ${answer}`) ?? 0) + 1)
    }
    if (faults.length === 0) {
      await settle(db, clock.now())
      const facts = await readFacts(world, before)
      faults.push(
        ...unexplained(facts),
        ...taken(facts, spans),
        ...(await tradeFaults(world)),
        ...(await bookFaults(world)),
      )
    }
  } catch (error) {
    faults.push(`the world broke: ${error instanceof Error ? error.message : error}`)
  } finally {
    restoreChance()
    await db.undo()
  }
  return { faults, notes, answers }
}

/** Coins that the attacker's calls took from other holders. */
function taken({ flows, world }: Facts, spans: readonly (readonly [bigint, bigint])[]): string[] {
  const others = new Set<string>([...world.holders, world.trader])
  return flows
    .filter(
      ({ id, from, to }) =>
        from.holder &&
        from.holder !== to.holder &&
        others.has(from.holder) &&
        spans.some(([after, until]) => id > after && id <= until),
    )
    .map(({ from, code, units, asset }) => `a call took ${units} ${asset} of ${from.owner} under code ${code}`)
}

async function bookFaults({ db }: GainsWorld): Promise<string[]> {
  const unbalanced = await db.query('SELECT asset FROM balance GROUP BY asset HAVING sum(balance) <> 0')
  const below = await db.query(
    `SELECT owner, purpose, asset FROM balance WHERE balance < 0 AND owner <> 'issued' AND owner NOT LIKE 'outside:%'`,
  )
  const problems = [
    ...(await findOrderProblems(db)),
    ...(await findLiquidityProblems(db)),
    ...(await findOtcProblems(db)),
  ]
  return [...unbalanced, ...below, ...problems].map((problem) =>
    JSON.stringify(problem, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

/** Removes steps while the fault persists, to find a minimal run. */
export async function shrink(world: GainsWorld, before: Before, run: Run, hole?: Hole): Promise<Run> {
  let { steps } = run
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let place = 0; place < steps.length; ) {
      const fewer = [...steps.slice(0, place), ...steps.slice(place + size)]
      const { faults } = await live(world, before, { ...run, steps: fewer }, hole)
      if (faults.length > 0) steps = fewer
      else place += size
    }
  return { ...run, steps }
}
