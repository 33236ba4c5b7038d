import { countSettledDays, firstOpenDay, loadSettled } from '#days/days.store.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import type { Day } from '#kit/time/clock.ts'
import { wallClock } from '#kit/time/clock.ts'
import { makeDemoTrades } from '#market/demo/demo-trader.job.ts'
import { daySteps, settle } from '../../loops/settlement.ts'
import { durationOf } from './arguments.ts'
import { expectSomebody, makeChange, type Operation, UsageError, type Verb } from './verb.ts'

export const clockShow: Verb = {
  words: 'clock show',
  guard: 'none',
  usage: '',
  summary: 'Shows the business clock.',
  run: async ({ clock, say }) => say(clock.now().toISOString()),
}

export const clockAdvance: Verb = {
  words: 'clock advance',
  guard: 'one',
  isPublic: true,
  usage: '<9d | 3h | 30m>',
  summary: 'Moves the demo clock forward and settles every day that passed, one by one.',
  async run(operation) {
    if (!operation.demo) throw new UsageError('The clock is the real time here; only a demo can move it.')
    const ms = durationOf(operation.args[0])
    const from = operation.clock.now()
    const openDay = await firstOpenDay(operation.db, from)
    await makeChange(operation, {
      movesMoney: false,
      will: [`move the clock ${operation.args[0]} on from ${from.toISOString()} and settle what falls due`],
      async apply(tx) {
        await advanceClock(tx, ms)
        return [`the clock was moved ${operation.args[0]} on`]
      },
    })
    await operation.clock.refresh()
    operation.say(`It is ${operation.clock.now().toISOString()}.`)
    // Without these trades, markets would have none for days.
    await makeDemoTrades(operation.db, operation.clock.now())
    await settle(operation.db, operation.clock.now())
    await saySettled(operation, openDay)
  },
}

export const settleVerb: Verb = {
  words: 'settle',
  guard: 'one',
  isPublic: true,
  usage: '[--through 2026-12-01]',
  flags: { through: { type: 'string' } },
  summary: 'Settles every day that is due. Running it twice changes nothing more.',
  async run(operation) {
    const through = operation.flags.through
    if (through !== undefined && !/^\d{4}-\d\d-\d\d$/.test(through))
      throw new UsageError('--through: a day like 2026-12-01')
    const options = through === undefined ? {} : { through: through as Day }
    expectSomebody(operation)
    const openDay = await firstOpenDay(operation.db, operation.clock.now())
    await settle(operation.db, operation.clock.now(), options)
    const days = await countSettledDays(operation.db, openDay)
    await makeChange(operation, {
      movesMoney: false,
      will: [],
      apply: async () => [`${days} days settled`],
    })
    await saySettled(operation, openDay)
  },
}

const places = new Map(daySteps(wallClock.now()).map(({ name }, place) => [name, place]))
const placeOf = ({ step }: { readonly step: string }): number => places.get(step) ?? places.size

async function saySettled({ db, say }: Operation, from: Day): Promise<void> {
  const busy = Map.groupBy(await loadSettled(db, from), ({ day }) => day)
  for (const [day, done] of busy) {
    const steps = done.toSorted((one, other) => placeOf(one) - placeOf(other))
    say(
      `${day}: ${steps.map((each) => [each.part, each.step, each.done].filter((word) => word !== '').join(' ')).join(', ')}`,
    )
  }
  const quiet = (await countSettledDays(db, from)) - busy.size
  if (quiet > 0) say(`${quiet} day${quiet === 1 ? '' : 's'} with nothing to settle`)
}
