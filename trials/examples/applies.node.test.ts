import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '#scripts/run/command.ts'
import { kindNames, patchOf } from './kinds.ts'

it.each(kindNames)('the example %s applies to the code', (name) => {
  expect(() =>
    execFileSync('git', ['apply', '--check', '-'], { cwd: root, input: patchOf(name), stdio: 'pipe' }),
  ).not.toThrow()
})
