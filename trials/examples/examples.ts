/**
 * npm run trial examples [-- coin | --long (full test suite) | --broken (faulty examples that a step must reject)]. Checks how many files an
 * example touches, types, project rules, texts and related tests.
 */
import { type Broken, brokenOnes, type Kind, kindNames, kinds, patchOf } from './kinds.ts'
import { type ScratchCopy, scratchCopy } from './scratch-copy.ts'
import { tryOut } from './try-out.ts'

type Try = {
  readonly name: string
  readonly patch: string
  readonly kind: Kind
  /** The failure that the example must cause. */
  readonly fault?: Broken
}

const long = process.argv.includes('--long')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const asked = kindNames.filter((name) => wanted.length === 0 || wanted.includes(name))

const asTheyAre = (): Try[] => asked.map((name) => ({ name, patch: patchOf(name), kind: kinds[name] }))
const withFaults = (): Try[] =>
  brokenOnes
    .filter(({ kind }) => asked.includes(kind))
    .map((fault) => {
      const [patch, [written, wrong]] = [patchOf(fault.kind), fault.change]
      if (!patch.includes(written)) throw new Error(`${fault.what}: ${fault.kind}.patch does not say ${written}`)
      return { name: fault.what, patch: patch.replace(written, wrong), kind: kinds[fault.kind], fault }
    })

const isBroken = process.argv.includes('--broken')
const all = isBroken ? withFaults() : asTheyAre()
const left = [...all]
const began = performance.now()
const secondsSince = (from: number): string => ((performance.now() - from) / 1000).toFixed(0)
let held = 0

async function work(copy: ScratchCopy): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const { name, patch, kind, fault } = next
    const from = performance.now()
    const answer = await tryOut(copy, patch, kind, long)
    const isRefused = 'problem' in answer
    const isAsked = isRefused
      ? fault !== undefined && answer.refusedBy === fault.refusedBy && answer.problem.includes(fault.says)
      : fault === undefined
    if (isAsked) held += 1
    const said = isRefused ? `refused by ${answer.refusedBy}` : `${answer.code} of ${kind.files} code files`
    process.stdout.write(`${name}: ${said} (${secondsSince(from)} s)\n`)
    if (isRefused && !isAsked) process.stdout.write(`${answer.problem}\n`)
  }
}

const copies = [scratchCopy(), scratchCopy()] as const
try {
  await Promise.all([copies[0].remember('server'), copies[1].remember('web')])
  await Promise.all(copies.map(work))
} finally {
  for (const copy of copies) copy.remove()
}
process.stdout.write(
  `${held} of ${all.length} examples ${isBroken ? 'are refused' : 'hold'} (${secondsSince(began)} s)\n`,
)
process.exitCode = held === all.length && held > 0 ? 0 : 1
