/**
 * Somebody with 1,000,000 USDT makes prices for 60 days: presses them up or down around midnight, or holds them so all day against those
 * who trade them back each hour, and buys of every line. Beside each stands a twin that buys the same and presses nothing: what the twin
 * gains is what cards promise. Run: npm run simulate-attacker · npm run simulate-attacker -- 10 package (days, and a part of the name of a
 * line). It ends with 1 where pressing gains anything.
 */
import { wallClock } from '#kit/clock.ts'
import { attack, inUsdt, lineOrders, type Outcome, type Plan } from '#server/test-attacker.ts'

const days = Number(process.argv[2] ?? 60)
const named = process.argv[3] ?? ''
const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = wallClock.now().getTime()

/** A little for long, and much for a moment. */
const ways: readonly Pick<Plan, 'press' | 'hold' | 'thousandths'>[] = [
  { press: 'down', hold: 'moment', thousandths: 300n },
  { press: 'up', hold: 'moment', thousandths: 300n },
  { press: 'down', hold: 'day', thousandths: 30n },
  { press: 'up', hold: 'day', thousandths: 30n },
]
const points = (units: bigint) => String(units / 100_000_000n)
const row = (cells: readonly string[]) => say(`| ${cells.join(' | ')} |`)
const refusalsOf = ({ refused }: Outcome) => [...refused].map(([key, count]) => `${key} ${count}`).join(', ')

say(`${days} days, 1,000,000 USDT`)
row(['line', 'pressed', 'orders', 'profit', 'what cards promise', 'beyond', 'POWER', 'POWER of the twin', 'refused'])
row(Array.from({ length: 9 }, () => '---'))
let gains = 0
for (const order of lineOrders.filter(({ name }) => name.includes(named))) {
  const twin = await attack({ ...order, press: 'none', hold: 'moment', thousandths: 0n }, days)
  for (const way of ways) {
    const outcome = await attack({ ...order, ...way }, days)
    const beyond = outcome.profit - twin.profit
    if (beyond > 0n) gains += 1
    const pressed = `${way.press} ${way.thousandths / 10n} %, ${way.hold === 'day' ? 'all day' : 'around midnight'}`
    const money = [outcome.profit, twin.profit, beyond].map(inUsdt)
    const power = [points(outcome.powerUnits), points(twin.powerUnits)]
    row([order.name, pressed, String(outcome.orders), ...money, ...power, refusalsOf(outcome)])
  }
}
say(`${((wallClock.now().getTime() - startedAt) / 1000).toFixed(0)} s: ${gains} gain beyond what cards promise`)
process.exitCode = gains === 0 ? 0 : 1
