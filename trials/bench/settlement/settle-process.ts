import { once } from 'node:events'
import type { DayStep } from '#days/day-step.ts'
import { settleDays } from '#days/settle.job.ts'
import { openDb } from '#engine/open-db.store.ts'
import { daySteps } from '#server/loops/settlement.ts'

/**
 * Settles due days in a separate process and reports time per step and memory. Given an earlier time, settles that day first and waits,
 * like a worker that ran yesterday.
 */

export type SettleReport = {
  readonly ms: number
  readonly peak: number
  readonly steps: readonly {
    readonly name: string
    readonly ms: number
    readonly done: number
    readonly longest: number
  }[]
}

const [databaseUrl = '', until = '', before] = process.argv.slice(2)
const now = new Date(until)
const db = await openDb({ dataDir: process.cwd(), databaseUrl })
const spent = new Map<string, { ms: number; done: number; longest: number }>()
const watched = daySteps(now).map(
  (step): DayStep => ({
    ...step,
    chunk: async (tx, of) => {
      const began = performance.now()
      const answer = await step.chunk(tx, of)
      const ms = performance.now() - began
      const name = `${step.name} ${of.part}`.trim()
      const { ms: sum, done, longest } = spent.get(name) ?? { ms: 0, done: 0, longest: 0 }
      spent.set(name, { ms: sum + ms, done: done + answer.done, longest: Math.max(longest, ms) })
      return answer
    },
  }),
)
let peak = 0
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 50)
await db.query('SELECT 1')
if (before) {
  const yesterday = new Date(before)
  await settleDays(db, yesterday, daySteps(yesterday))
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  process.stdin.pause()
}
const began = performance.now()
await settleDays(db, now, watched)
const ms = performance.now() - began
clearInterval(watch)
const report: SettleReport = { ms, peak, steps: [...spent].map(([name, figures]) => ({ name, ...figures })) }
process.stdout.write(`${JSON.stringify(report)}\n`)
await db.close()
