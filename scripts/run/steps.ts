import type { Counts } from './count.ts'

export type Step = {
  readonly name: string
  run(): Promise<{ readonly ok: boolean; readonly output: string; readonly counts?: Counts }>
}

export type StepAnswer = {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  readonly counts: Counts
}

const linesMax = 200

/** Runs groups sequentially and steps of a group in parallel, even after failures. */
export async function runSteps(groups: readonly (readonly Step[])[]): Promise<StepAnswer[]> {
  const answers: StepAnswer[] = []
  for (const group of groups) answers.push(...(await Promise.all(group.map(runStep))))
  return answers
}

async function runStep(step: Step): Promise<StepAnswer> {
  const since = performance.now()
  let answer: Awaited<ReturnType<Step['run']>>
  try {
    answer = await step.run()
  } catch (error) {
    answer = { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  const { ok, output, counts = { passed: 0, failed: 0 } } = answer
  const seconds = (performance.now() - since) / 1000
  const tests = counts.passed + counts.failed
  const said = tests > 0 ? `, ${counts.passed} of ${tests} tests` : ''
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${step.name} (${seconds.toFixed(1)} s${said})\n`)
  if (!ok) {
    for (const line of counts.broken ?? []) process.stdout.write(`        ${line}\n`)
    const lines = output.trimEnd().split('\n')
    if (lines.length > linesMax) process.stdout.write(`… ${lines.length - linesMax} lines before\n`)
    process.stdout.write(`${lines.slice(-linesMax).join('\n')}\n\n`)
  }
  return { name: step.name, ok, seconds, counts }
}
