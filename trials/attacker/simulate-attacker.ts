/**
 * npm run trial simulate-attacker [-- 10 package "all day" (days, parts of line and way names)]. Manipulates with 1,000,000 USDT around
 * midnight, or all day against hourly arbitrage, combined with every line and benefit. A twin runs without manipulation. A line gains if
 * it earns more than its twin or its cards promise, minus the cost of manipulating its markets. Exits with 1 on any gain.
 */
import { wallClock } from '#kit/time/clock.ts'
import { attackLines } from './test-attack-lines.ts'
import { attack, gainsOf, honestWay, inUsdt, type Outcome, type Way } from './test-attacker.ts'

const days = Number(process.argv[2] ?? 60)
const named = process.argv[3] ?? ''
const pressedHow = process.argv[4] ?? ''
const lines = attackLines.filter(({ name }) => name.includes(named))
const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = wallClock.now().getTime()

/** Small, long manipulations and large, short ones. */
const ways: readonly Way[] = [
  { press: 'down', hold: 'moment', thousandths: 300n },
  { press: 'up', hold: 'moment', thousandths: 300n },
  { press: 'down', hold: 'day', thousandths: 30n },
  { press: 'up', hold: 'day', thousandths: 30n },
]
const points = (units: bigint) => String(units / 100_000_000n)
const row = (cells: readonly string[]) => say(`| ${cells.join(' | ')} |`)
const refusalsOf = ({ refused }: Outcome) => [...refused].map(([key, count]) => `${key} ${count}`).join(', ')
const heads = ['line', 'pressed', 'done', 'profit', 'cards promise', 'pressing', 'beyond its twin', 'beyond its cards']

say(`${days} days, 1,000,000 USDT, ${lines.length} lines`)
row([...heads, 'POWER', 'refused'])
row(Array.from({ length: heads.length + 2 }, () => '---'))
/** Rounding and trades under a fifth of a percent explain smaller gains. */
const noise = 1n * 100_000_000n
let gains = 0
function tell(outcome: Outcome, twin: Outcome, pressed: string): void {
  const { beyondTwin, beyondCards } = gainsOf(outcome, twin)
  if (beyondTwin > noise || beyondCards > noise) gains += 1
  const money = [outcome.profit, outcome.promised, outcome.pressing, beyondTwin, beyondCards].map(inUsdt)
  row([outcome.name, pressed, String(outcome.done), ...money, points(outcome.powerUnits), refusalsOf(outcome)])
}
const twins = await attack(honestWay, lines, days)
for (const twin of twins) tell(twin, twin, 'not at all')
for (const way of ways) {
  const pressed = `${way.press} ${way.thousandths / 10n} %, ${way.hold === 'day' ? 'all day' : 'around midnight'}`
  if (!pressed.includes(pressedHow)) continue
  for (const [place, outcome] of (await attack(way, lines, days)).entries())
    tell(outcome, twins[place] as Outcome, pressed)
}
say(`${((wallClock.now().getTime() - startedAt) / 1000).toFixed(0)} s: ${gains} gain beyond what cards promise`)
process.exitCode = gains === 0 ? 0 : 1
