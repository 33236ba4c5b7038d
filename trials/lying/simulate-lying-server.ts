/**
 * npm run trial simulate-lying-server [-- --runs 5000 --seed 20261127 --workers 2 --from 0]. Checks that no screen shows more than the proof
 * without a warning. Seed and run number reproduce a run. Exits with 1 if a screen lies.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wallClock } from '#kit/time/clock.ts'
import { root } from '#scripts/run/command.ts'

type Part = {
  readonly runs: number
  readonly more: number
  readonly right: number
  readonly nothing: number
  readonly found: readonly object[]
}

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { runs: text, seed: text, workers: text, from: text } })
const [runs, seed, workers, from] = [
  Number(values.runs ?? 5_000),
  Number(values.seed ?? 20261127),
  Number(values.workers ?? 2),
  Number(values.from ?? 0),
]
const say = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = wallClock.now().getTime()
const folder = mkdtempSync(join(tmpdir(), 'lying-'))
const recording = join(folder, 'recording.json')

function record(): void {
  const made = spawnSync(process.execPath, ['trials/lying/test-record.ts'], { cwd: root, maxBuffer: 64 << 20 })
  if (made.status !== 0) throw new Error(`no recording: ${made.stderr}`)
  writeFileSync(recording, made.stdout)
}

function part(first: number, count: number): Promise<Part> {
  const env = {
    ...process.env,
    LYING_RECORDING: recording,
    LYING_SEED: String(seed),
    LYING_FROM: String(first),
    LYING_RUNS: String(count),
  }
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'trials/lying/lying.sim.test.tsx', '--reporter=dot']
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  return new Promise((done, failed) => {
    child.on('close', () => {
      // The reporter may write dots before it.
      const [, answer] = /lying (\{.*\})/.exec(said) ?? []
      if (answer) done(JSON.parse(answer) as Part)
      else failed(new Error(said))
    })
  })
}

try {
  record()
  const each = Math.ceil(runs / workers)
  const parts = await Promise.all(
    Array.from({ length: workers }, (_, place) => part(from + place * each, Math.min(each, runs - place * each))),
  )
  const sum = (of: (one: Part) => number): number => parts.reduce((all, one) => all + of(one), 0)
  const found = parts.flatMap((one) => one.found)
  for (const lie of found) say(JSON.stringify(lie))
  const seconds = Math.round((wallClock.now().getTime() - startedAt) / 1000)
  say(
    `seed ${seed}: ${sum((one) => one.runs)} runs in ${seconds} s; more than there is was shown in ${sum((one) => one.more)}, and ${found.length} of them did not say so; all right in ${sum((one) => one.right)}; no figure in ${sum((one) => one.nothing)}`,
  )
  process.exitCode = found.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
