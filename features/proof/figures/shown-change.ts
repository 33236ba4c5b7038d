import * as v from 'valibot'
import { readJson } from '#kit/amount/exact.ts'
import type { ChangeLine } from '../checks/check-changes.ts'

const typed = v.objectWithRest({ args: v.array(v.string()) }, v.string())
const made = v.object({ lines: v.array(v.string()) })

/** The arguments with the reason, and the changes. If they name a wallet, only the public part; undefined if only a digest is public. */
export function shownChange({ args, changed, told }: Pick<ChangeLine, 'args' | 'changed' | 'told'>) {
  const part = v.safeParse(made, read(told))
  if (part.success) return { typed: '', lines: part.output.lines, isPart: true }
  const words = v.safeParse(typed, read(args))
  const done = v.safeParse(made, read(changed))
  if (!words.success || !done.success) return undefined
  const { args: plain, ...flags } = words.output
  const named = Object.entries(flags).map(([name, value]) => `--${name} ${value}`)
  return { typed: [...plain, ...named].join(' '), lines: done.output.lines, isPart: false }
}

function read(text: string | null): unknown {
  try {
    return text === null ? undefined : readJson(text)
  } catch {
    return undefined
  }
}
